import { v1ClientsContract } from '@skein/contracts/v1/clients.contract';
import { v1WebhooksContract } from '@skein/contracts/v1/webhooks.contract';
import type { MainDeps } from '#main/deps';
import { listClients, saveClient } from './clients';
import {
  createWireWebhook,
  getWireWebhook,
  listOfCampaign,
  readSummary,
  removeOfCampaign,
  removeWireWebhook,
  retrigger,
  saveOfCampaign,
  updateWireWebhook,
} from './webhooks';
import { wireRoutes } from './wire-routes';

export const v1WebhooksRoutes = (deps: MainDeps) =>
  wireRoutes(v1WebhooksContract)(deps, {
    listOfCampaign: (d, { actor, params }) => listOfCampaign(d, actor, params.campaignId),
    saveOfCampaign: (d, { actor, params, body }) => saveOfCampaign(d, actor, params.campaignId, body),
    removeOfCampaign: (d, { actor, params, body }) => removeOfCampaign(d, actor, params.campaignId, body.id),
    removeOneOfCampaign: (d, { actor, params }) => removeOfCampaign(d, actor, params.campaignId, params.webhookId),
    summary: (d, { actor, params, query }) => readSummary(d, actor, params.campaignId, query),
    retrigger: (d, { actor, params, body }) => retrigger(d, actor, params.campaignId, body),
    create: (d, { actor, body }) => createWireWebhook(d, actor, body),
    get: (d, { actor, params }) => getWireWebhook(d, actor, params.webhookId),
    update: (d, { actor, params, body }) => updateWireWebhook(d, actor, params.webhookId, body),
    remove: (d, { actor, body }) => removeWireWebhook(d, actor, body.id),
    removeOne: (d, { actor, params }) => removeWireWebhook(d, actor, params.webhookId),
  });

export const v1ClientsRoutes = (deps: MainDeps) =>
  wireRoutes(v1ClientsContract)(deps, {
    list: (d, { actor }) => listClients(d, actor),
    save: (d, { actor, body }) => saveClient(d, actor, body),
  });
