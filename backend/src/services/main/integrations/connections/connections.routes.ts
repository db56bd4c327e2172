import { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { connectWithKey, finishOAuth, startOAuth } from './connect';
import {
  changeIntegration,
  disconnect,
  listIntegrations,
  moveAlerts,
  retrySync,
  slackChannels,
  testIntegration,
} from './integrations';
import { syncLog } from './sync-log';

export const connectionsRoutes = (deps: MainDeps) =>
  routes(integrationsContract)(deps, {
    listIntegrations: (d, { actor }) => listIntegrations(d, actor),
    startOAuth: (d, { actor, body }) => startOAuth(d, actor, body.kind),
    finishOAuth: (d, { actor, body }) => finishOAuth(d, actor, body),
    connectWithKey: (d, { actor, body }) => connectWithKey(d, actor, body),
    changeIntegration: (d, { actor, params, body }) => changeIntegration(d, actor, params.integrationId, body),
    disconnect: (d, { actor, params }) => disconnect(d, actor, params.integrationId),
    syncLog: (d, { actor, params, query }) => syncLog(d, actor, params.integrationId, query),
    retrySync: (d, { actor, params, body }) => retrySync(d, actor, params.integrationId, body.entry_id),
    slackChannels: (d, { actor, params }) => slackChannels(d, actor, params.integrationId),
    moveAlerts: (d, { actor, params, body }) => moveAlerts(d, actor, params.integrationId, body),
    testIntegration: (d, { actor, params }) => testIntegration(d, actor, params.integrationId),
  });
