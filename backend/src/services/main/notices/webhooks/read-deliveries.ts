import { readCursor, writeCursor } from '#platform/http/cursor';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { deliveryView, requireWebhook } from './webhooks';
import { webhookStore, type DeliveryRow } from './webhooks.store';

/** The log of a webhook, newest first. */
export async function listDeliveries(
  deps: MainDeps,
  actor: RequestActor,
  webhookId: number,
  query: { state?: string; cursor?: string; limit: number },
) {
  await requireWebhook(deps, actor, webhookId);
  const { rows, total } = await webhookStore(deps.db).deliveries(actor.workspaceId, webhookId, {
    state: query.state,
    before: readCursor(query.cursor)?.id,
    limit: query.limit,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page.map(deliveryView),
    next_cursor: rows.length > query.limit && last ? writeCursor({ key: Number(last.id), id: Number(last.id) }) : null,
    total,
    total_is_capped: total > 10_000,
  };
}

/** Sends one delivery again, with the same request id. */
export async function replayDelivery(deps: MainDeps, actor: RequestActor, id: string) {
  const store = webhookStore(deps.db);
  const delivery = await store.delivery(actor.workspaceId, id);
  if (!delivery) throw notFound('This delivery');
  await requireWebhook(deps, actor, delivery.webhook_id);
  await store.replay(actor.workspaceId, { id });
  return deliveryView((await store.delivery(actor.workspaceId, id)) as DeliveryRow);
}

/** Sends the failed deliveries of a time range again. */
export async function replayRange(
  deps: MainDeps,
  actor: RequestActor,
  webhookId: number,
  range: { from: string; to: string },
) {
  await requireWebhook(deps, actor, webhookId);
  return {
    replayed: await webhookStore(deps.db).replay(actor.workspaceId, {
      webhookId,
      from: new Date(range.from),
      to: new Date(range.to),
    }),
  };
}
