import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  deleteWebhook,
  listWebhooks,
  readSample,
  readSampleOfEvent,
  rotateSecret,
  saveWebhook,
  testWebhook,
} from './webhooks';
import { listDeliveries, replayDelivery, replayRange } from './read-deliveries';

/** Webhooks over HTTP: one line an endpoint. */
export const webhooksRoutes = (deps: MainDeps) =>
  routes(webhooksContract)(deps, {
    listWebhooks: (_, { actor, query }) => listWebhooks(deps, actor, query),
    createWebhook: (_, { actor, body }) => saveWebhook(deps, actor, body),
    updateWebhook: (_, { actor, params, body }) => saveWebhook(deps, actor, body, params.webhookId),
    deleteWebhook: (_, { actor, params }) => deleteWebhook(deps, actor, params.webhookId),
    testWebhook: (_, { actor, params, body }) => testWebhook(deps, actor, params.webhookId, body.event_type),
    rotateSecret: (_, { actor, params, body }) => rotateSecret(deps, actor, params.webhookId, body),
    sampleOfEvent: (_, { params }) => readSampleOfEvent(deps, params.eventType),
    sampleEvent: (_, { actor, params }) => readSample(deps, actor, params.webhookId, params.eventType),
    listDeliveries: (_, { actor, params, query }) => listDeliveries(deps, actor, params.webhookId, query),
    replayDelivery: (_, { actor, params }) => replayDelivery(deps, actor, params.deliveryId),
    replayRange: (_, { actor, params, body }) => replayRange(deps, actor, params.webhookId, body),
  });
