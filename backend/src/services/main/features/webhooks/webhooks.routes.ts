import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { readCursor, writeCursor } from '../../../../platform/http/cursor';
import { routes } from '../../../../platform/http/routes';
import type { MainDeps } from '../../deps';
import { deliveryView, replayDelivery, requireWebhook, saveWebhook, testWebhook, webhookView } from './manage-webhooks';
import { webhookStore } from './webhooks.store';

/** Webhooks over HTTP: one line an endpoint. */
export function webhooksRoutes(deps: MainDeps) {
  const store = webhookStore(deps.db);
  return routes(webhooksContract)(deps, {
    listWebhooks: async (_, { actor, query }) => ({ webhooks: (await store.list(actor.workspaceId, { campaignId: query.campaign_id, clientId: actor.client?.id ?? query.client_id })).map(webhookView) }),
    createWebhook: (_, { actor, body }) => saveWebhook(deps, actor, body),
    updateWebhook: (_, { actor, params, body }) => saveWebhook(deps, actor, body, params.webhookId),
    deleteWebhook: async (_, { actor, params }) => {
      await requireWebhook(deps, actor, params.webhookId);
      await store.remove(actor.workspaceId, params.webhookId);
      return { done: true as const };
    },
    testWebhook: (_, { actor, params, body }) => testWebhook(deps, actor, params.webhookId, body.event_type),
    listDeliveries: async (_, { actor, params, query }) => {
      await requireWebhook(deps, actor, params.webhookId);
      const { rows, total } = await store.deliveries(actor.workspaceId, params.webhookId, { state: query.state, before: readCursor(query.cursor)?.id, limit: query.limit });
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      return { rows: page.map(deliveryView), next_cursor: rows.length > query.limit && last ? writeCursor({ key: Number(last.id), id: Number(last.id) }) : null, total, total_is_capped: total > 10_000 };
    },
    replayDelivery: (_, { actor, params }) => replayDelivery(deps, actor, params.deliveryId),
    replayRange: async (_, { actor, params, body }) => {
      await requireWebhook(deps, actor, params.webhookId);
      return { replayed: await store.replay(actor.workspaceId, { webhookId: params.webhookId, from: new Date(body.from), to: new Date(body.to) }) };
    },
  });
}
