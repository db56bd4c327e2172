import type { WebhookEvent } from '@skein/contracts/constants';
import type { WebhookInput, WebhookView } from '@skein/contracts/main/webhooks.contract';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isSlackWebhook } from '#platform/integrations/slack';
import { isPublicAddress } from '#platform/mail/resolve-host';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf } from '#access/access.api';
import { readConnection } from '../connections/connections';
import { sampleEvent } from './sample-event';
import { slackMessage } from './slack-message';
import { attemptDelivery, secretContext, type WebhookDeps } from './webhook-worker';
import { webhookStore, type DeliveryRow, type WebhookChange, type WebhookRow } from './webhooks.store';

export const webhookDeps = (deps: MainDeps): WebhookDeps => ({
  db: deps.db,
  vault: deps.vault,
  allowPrivateAddresses: deps.config.isSandbox,
  publicUrl: deps.config.publicUrl,
  now: () => deps.realClock.now(),
  log: deps.log,
  integrations: deps.integrations,
});

export function webhookView(row: WebhookRow): WebhookView {
  const { delivered, failed, waiting, secret_sealed, workspace_id: _workspace, previous_secret_sealed, ...rest } = row;
  return {
    ...rest,
    destination: row.destination === 'SLACK' ? 'SLACK' : 'HTTP',
    has_secret: secret_sealed !== null && row.destination === 'HTTP',
    previous_secret_until: previous_secret_sealed ? (row.previous_secret_until?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_day: { delivered, failed, waiting },
  };
}

export const deliveryView = (row: DeliveryRow) => ({
  ...row,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  payload: row.payload['body'] ?? null,
});

export async function requireWebhook(deps: MainDeps, actor: RequestActor, id: number): Promise<WebhookRow> {
  const row = await webhookStore(deps.db).find(actor.workspaceId, id);
  if (!row || !isTheirs(actor, row)) throw notFound('This webhook');
  return row;
}

/**
 * Whether a webhook is within somebody's reach: a limited member works on the webhooks they made only (docs/domain.md, Roles and access).
 */
export const isTheirs = (actor: RequestActor, row: Pick<WebhookRow, 'created_by'>) =>
  scopeOf(actor).memberId === null || row.created_by === actor.userId;

/** Webhooks that the actor may see: a client's people those of the client, a limited member their own. */
export async function listWebhooks(
  deps: MainDeps,
  actor: RequestActor,
  filter: { campaign_id?: number; client_id?: number },
) {
  const rows = await webhookStore(deps.db).list(actor.workspaceId, {
    campaignId: filter.campaign_id,
    clientId: actor.client?.id ?? filter.client_id,
  });
  return { webhooks: rows.filter((row) => isTheirs(actor, row)).map(webhookView) };
}

export async function deleteWebhook(deps: MainDeps, actor: RequestActor, id: number): Promise<{ done: true }> {
  await requireWebhook(deps, actor, id);
  await webhookStore(deps.db).remove(actor.workspaceId, id);
  return { done: true };
}

/**
 * Saves a webhook, new or changed. An address that names a private network by its number is refused at once; names are
 * checked at each delivery.
 */
export async function saveWebhook(
  deps: MainDeps,
  actor: RequestActor,
  given: Partial<WebhookInput>,
  id?: number,
): Promise<WebhookView> {
  const store = webhookStore(deps.db);
  const before = id === undefined ? null : await requireWebhook(deps, actor, id);
  if (id === undefined && !given.webhook_url && given.destination !== 'SLACK')
    throw invalidField('webhook_url', 'is required');
  if (given.webhook_url && !deps.config.isSandbox) {
    const host = new URL(given.webhook_url).hostname.replace(/^\[|\]$/g, '');
    if (host === 'localhost' || (isIP(host) && !isPublicAddress(host)))
      throw invalidField('webhook_url', 'must be an address on the internet');
  }
  const scope = given.scope ?? before?.scope ?? 1;
  const campaignId = given.campaign_id ?? before?.campaign_id ?? null;
  const clientId = given.client_id ?? before?.client_id ?? null;
  if (scope === 3 && !campaignId) throw invalidField('campaign_id', 'is required for a webhook of a campaign');
  if (scope === 2 && !clientId) throw invalidField('client_id', 'is required for a webhook of a client');
  if (scope !== 1 && !(await store.hasTarget(actor.workspaceId, scope === 3 ? { campaignId } : { clientId })))
    throw notFound(scope === 3 ? 'This campaign' : 'This client');
  await requireReach(deps, actor, scope, { campaignId, clientId });
  const { secret_key, ...plain } = given;
  const slack = await slackTarget(deps, actor, given, before);
  const change: WebhookChange = {
    ...plain,
    ...slack?.change,
    scope,
    campaign_id: scope === 3 ? campaignId : null,
    client_id: scope === 2 ? clientId : null,
    ...(id === undefined ? { created_by: actor.userId } : {}),
  };
  const saved = id ?? (await store.insert(actor.workspaceId, change));
  if (id !== undefined) await store.update(actor.workspaceId, id, change);
  if (slack?.address)
    await store.update(actor.workspaceId, saved, {
      secret_sealed: deps.vault.seal(slack.address, secretContext(actor.workspaceId, saved)),
    });
  else if (secret_key !== undefined && !slack) await changeSecret(deps, actor, saved, { secret_key });
  return webhookView(await requireWebhook(deps, actor, saved));
}

/**
 * Where messages for Slack go: the secret address of an incoming webhook, which is sealed and shown without its secret, or a channel of the
 * connected Slack. Null for plain webhooks. @throws SkeinError VALIDATION
 */
async function slackTarget(
  deps: MainDeps,
  actor: RequestActor,
  given: Partial<WebhookInput>,
  before: WebhookRow | null,
): Promise<{ change: WebhookChange; address: string | null } | null> {
  const destination = given.destination ?? before?.destination;
  if (before && given.destination && given.destination !== before.destination)
    throw invalidField('destination', 'cannot be changed. Create a new webhook instead');
  if (destination !== 'SLACK') return null;
  const address = given.webhook_url && given.webhook_url !== before?.webhook_url ? given.webhook_url : null;
  if (address && !isSlackWebhook(address))
    throw invalidField('webhook_url', 'must be an incoming webhook of Slack, https://hooks.slack.com/services/…');
  if (address)
    return {
      address,
      change: {
        webhook_url: `https://hooks.slack.com/services/…${address.slice(-4)}`,
        integration_id: null,
        channel: null,
        channel_name: null,
      },
    };
  if (before && before.integration_id === null) return { address: null, change: { webhook_url: before.webhook_url } };
  const connection = await readConnection(deps, actor.workspaceId, { kind: 'SLACK' });
  if (!connection) throw invalidField('webhook_url', 'is required, unless Slack is connected under Integrations');
  const channel = given.channel ?? before?.channel ?? null;
  if (connection.method === 'OAUTH' && !channel) throw invalidField('channel', 'is required');
  return { address: null, change: { webhook_url: 'https://slack.com/', integration_id: connection.id, channel } };
}

/** How long the secret before signs as well, unless a rotation says otherwise. */
const overlapHours = 24;

/**
 * The secret of a saved webhook. A replaced one signs for a day as well, because the receiver learns of the new one later; the same secret
 * again changes nothing, so that a client that always sends it does not end an overlap.
 */
async function changeSecret(
  deps: MainDeps,
  actor: RequestActor,
  id: number,
  given: { secret_key: string | null },
): Promise<void> {
  if (given.secret_key === null)
    return webhookStore(deps.db).update(actor.workspaceId, id, {
      secret_sealed: null,
      previous_secret_sealed: null,
      previous_secret_until: null,
    });
  const { secret_key } = given;
  return replaceSecret(deps, actor, id, { secret_key, overlap_hours: overlapHours, keepsSame: true });
}

const replaceSecret = (
  deps: MainDeps,
  actor: RequestActor,
  id: number,
  given: { secret_key: string; overlap_hours: number; keepsSame?: boolean },
): Promise<void> => {
  const context = secretContext(actor.workspaceId, id);
  return webhookStore(deps.db).replaceSecret(actor.workspaceId, id, {
    sealed: deps.vault.seal(given.secret_key, context),
    overlapsUntil: given.overlap_hours > 0 ? new Date(deps.realClock.now() + given.overlap_hours * 3_600_000) : null,
    ...(given.keepsSame ? { isSame: (sealed) => deps.vault.open(sealed, context) === given.secret_key } : {}),
  });
};

/** Signs with a new secret from now on, and for some hours with the old one as well. @returns the secret, once */
export async function rotateSecret(
  deps: MainDeps,
  actor: RequestActor,
  id: number,
  given: { secret_key?: string; overlap_hours: number },
) {
  const before = await requireWebhook(deps, actor, id);
  if (before.destination !== 'HTTP') throw invalidField('webhookId', 'is a webhook without a signing secret');
  const secret = given.secret_key ?? `whsec_${randomBytes(24).toString('base64')}`;
  await replaceSecret(deps, actor, id, { secret_key: secret, overlap_hours: given.overlap_hours });
  return { secret_key: secret, webhook: webhookView(await requireWebhook(deps, actor, id)) };
}

/** What a webhook of the whole workspace would send for an event. */
export const readSampleOfEvent = async (deps: Pick<MainDeps, 'config'>, eventType: WebhookEvent) => ({
  payload: sampleEvent(
    eventType,
    { id: 1, name: 'Sample webhook', webhook_url: 'https://example.com/hook', campaign_id: null, client_id: null },
    deps.config.publicUrl,
  ),
});

/** What this webhook would send for an event. */
export async function readSample(deps: MainDeps, actor: RequestActor, id: number, eventType: WebhookEvent) {
  const webhook = await requireWebhook(deps, actor, id);
  const sample = sampleEvent(eventType, webhook, deps.config.publicUrl);
  return {
    payload:
      webhook.destination === 'SLACK'
        ? slackMessage(eventType, sample, { publicUrl: deps.config.publicUrl, category: 'Interested' })
        : sample,
  };
}

/**
 * A limited member's webhook hears of a campaign or client of theirs, never of the whole workspace.
 * @throws SkeinError VALIDATION, NOT_FOUND
 */
async function requireReach(
  deps: MainDeps,
  actor: RequestActor,
  scope: number,
  target: { campaignId: number | null; clientId: number | null },
): Promise<void> {
  const { memberId } = scopeOf(actor);
  if (memberId === null) return;
  if (scope === 1)
    throw invalidField('scope', 'must be one of your campaigns or clients: your access is limited to them');
  if (
    !(await webhookStore(deps.db).isAssigned(
      actor.workspaceId,
      memberId,
      scope === 3 ? { campaignId: target.campaignId } : { clientId: target.clientId },
    ))
  )
    throw notFound(scope === 3 ? 'This campaign' : 'This client');
}

/** Sends a sample event at once, outside the queue, and answers with what came back. It is tried once. */
export async function testWebhook(deps: MainDeps, actor: RequestActor, id: number, eventType: WebhookEvent) {
  const webhook = await requireWebhook(deps, actor, id);
  const store = webhookStore(deps.db);
  const row = await store.insertTest(
    actor.workspaceId,
    id,
    eventType,
    sampleEvent(eventType, webhook, deps.config.publicUrl),
  );
  await attemptDelivery(webhookDeps(deps), {
    ...row,
    attempts: 1,
    webhook_url: webhook.webhook_url,
    webhook_name: webhook.name,
    scope: webhook.scope,
    secret_sealed: webhook.secret_sealed,
    categories: [],
    is_active: true,
    destination: webhook.destination,
    integration_id: webhook.integration_id,
    channel: webhook.channel,
    channel_name: webhook.channel_name,
    previous_secret_sealed: webhook.previous_secret_sealed,
    previous_secret_until: webhook.previous_secret_until,
  });
  return deliveryView((await store.delivery(actor.workspaceId, row.id)) as DeliveryRow);
}
