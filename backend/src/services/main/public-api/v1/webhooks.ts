import type { CampaignId, ClientId } from '@skein/contracts/ids';
import type { WebhookView } from '@skein/contracts/main/webhooks.contract';
import type { WebhookFields } from '@skein/contracts/v1/webhooks.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign } from '#access/access.api';
import { listCategories } from '#labels/labels.api';
import {
  deleteWebhook,
  replayCampaign,
  requireWebhook,
  saveWebhook,
  webhooksOfCampaign,
  webhookView,
} from '#notices/notices.api';
import { categoryNamesOf } from './categories';
import { sumDeliveries } from './webhooks.store';

const inCampaign = (deps: MainDeps, who: RequestActor, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, (sql) => requireCampaign(sql, who, campaignId));

/** A webhook of this campaign. @throws SkeinError NOT_FOUND */
async function requireOfCampaign(deps: MainDeps, who: RequestActor, campaignId: CampaignId, webhookId: number) {
  await inCampaign(deps, who, campaignId);
  const webhook = await requireWebhook(deps, who, webhookId);
  if (webhook.campaign_id !== campaignId) throw notFound('This webhook');
  return webhook;
}

export async function listOfCampaign(deps: MainDeps, who: RequestActor, campaignId: CampaignId) {
  await inCampaign(deps, who, campaignId);
  return (await webhooksOfCampaign(deps, who, campaignId)).map(webhookView).map((webhook) => ({
    id: webhook.id,
    name: webhook.name,
    webhook_url: webhook.webhook_url,
    email_campaign_id: webhook.campaign_id,
    event_types: webhook.event_types,
    categories: webhook.categories,
    created_at: webhook.created_at,
    updated_at: webhook.updated_at,
  }));
}

/** What was given, as the product saves it. */
async function toInput(deps: MainDeps, who: RequestActor, given: WebhookFields) {
  const { name, webhook_url, event_types, secret_key, is_active, categories } = given;
  return Object.fromEntries(
    Object.entries({
      name: name || undefined,
      webhook_url,
      event_types,
      secret_key,
      is_active,
      categories: categories && (await categoryNamesOf(deps, who, categories)),
    }).filter(([, value]) => value !== undefined),
  );
}

/** The same with everything that a new webhook needs. */
const toNew = async (deps: MainDeps, who: RequestActor, given: WebhookFields) => ({
  name: 'Webhook',
  categories: [],
  is_active: true,
  ...(await toInput(deps, who, given)),
});

async function maps(deps: MainDeps, who: RequestActor, webhook: WebhookView) {
  const { categories } = await listCategories(deps, who);
  const ids = categories
    .filter((category) => webhook.categories.includes(category.name))
    .map((category) => String(category.id));
  return {
    event_type_map: Object.fromEntries(webhook.event_types.map((event) => [event, true as const])),
    category_id_map: Object.fromEntries(ids.map((id) => [id, true as const])),
  };
}

/** Makes a webhook of a campaign, or changes one by id. */
export async function saveOfCampaign(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  body: WebhookFields & { id?: number | null },
) {
  if (body.id) await requireOfCampaign(deps, who, campaignId, body.id);
  else await inCampaign(deps, who, campaignId);
  const saved = body.id
    ? await saveWebhook(deps, who, await toInput(deps, who, body), body.id)
    : await saveWebhook(deps, who, { ...(await toNew(deps, who, body)), scope: 3, campaign_id: campaignId });
  return {
    ok: true as const,
    id: saved.id,
    name: saved.name,
    webhook_url: saved.webhook_url,
    email_campaign_id: saved.campaign_id,
    ...(await maps(deps, who, saved)),
  };
}

export async function removeOfCampaign(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  webhookId: number | undefined,
): Promise<{ ok: true }> {
  const id = webhookId ?? (await onlyOneOfCampaign(deps, who, campaignId));
  await requireOfCampaign(deps, who, campaignId, id);
  await deleteWebhook(deps, who, id);
  return { ok: true };
}

/** Some clients delete without an id: that is clear only where a campaign has one webhook. @throws SkeinError VALIDATION, NOT_FOUND */
async function onlyOneOfCampaign(deps: MainDeps, who: RequestActor, campaignId: CampaignId): Promise<number> {
  const [first, second] = await listOfCampaign(deps, who, campaignId);
  if (!first) throw notFound('This webhook');
  if (second) throw invalidField('id', 'is required: this campaign has more than one webhook');
  return first.id;
}

const usualDays = 30;

/** How deliveries went. The log runs in real time. */
export async function readSummary(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  query: { fromTime?: string; toTime?: string },
) {
  await inCampaign(deps, who, campaignId);
  const to = query.toTime ? new Date(query.toTime) : new Date(deps.realClock.now());
  const from = query.fromTime ? new Date(query.fromTime) : new Date(to.getTime() - usualDays * 86_400_000);
  const summary = await deps.db.tenantSql(who.workspaceId, (sql) =>
    sumDeliveries(who.workspaceId, sql, { campaignId, from, to }),
  );
  const sum = (name: 'total' | 'success' | 'failed' | 'waiting') =>
    summary.reduce((total, row) => total + row[name], 0);
  return {
    ok: true as const,
    data: {
      total: sum('total'),
      success: sum('success'),
      failed: sum('failed'),
      waiting: sum('waiting'),
      summary,
      timeRange: { from, to },
    },
  };
}

export async function retrigger(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  body: { fromTime: string; toTime: string },
) {
  await inCampaign(deps, who, campaignId);
  const count = await replayCampaign(deps, who, campaignId, {
    from: new Date(body.fromTime),
    to: new Date(body.toTime),
  });
  return { ok: true as const, retriggered_count: count };
}

const scopes = { USER: 1, CLIENT: 2, CAMPAIGN: 3 } as const;

/** Makes a webhook of the workspace, a client or a campaign. */
export async function createWireWebhook(
  deps: MainDeps,
  who: RequestActor,
  body: WebhookFields & {
    association_type: keyof typeof scopes;
    email_campaign_id?: number | null;
    client_id?: ClientId | null;
  },
) {
  const scope = scopes[body.association_type];
  if (scope === 3 && !body.email_campaign_id)
    throw invalidField('email_campaign_id', 'is required for a webhook of a campaign');
  // A webhook that was meant for one campaign or client must not hear of all.
  const other = body.email_campaign_id && scope !== 3 ? 'CAMPAIGN' : body.client_id && scope === 1 ? 'CLIENT' : null;
  if (other)
    throw invalidField(
      'association_type',
      `must be ${other} where ${other === 'CAMPAIGN' ? 'email_campaign_id' : 'client_id'} is given`,
    );
  if (scope === 3) await inCampaign(deps, who, body.email_campaign_id as number);
  const saved = await saveWebhook(deps, who, {
    ...(await toNew(deps, who, body)),
    scope,
    campaign_id: scope === 3 ? body.email_campaign_id : null,
    client_id: scope === 2 ? body.client_id : null,
  });
  return { ok: true as const, id: saved.id, webhook_url: saved.webhook_url };
}

export async function getWireWebhook(deps: MainDeps, who: RequestActor, webhookId: number) {
  const webhook = webhookView(await requireWebhook(deps, who, webhookId));
  return {
    ok: true as const,
    data: {
      id: webhook.id,
      email_campaign_id: webhook.campaign_id,
      client_id: webhook.client_id,
      name: webhook.name,
      webhook_url: webhook.webhook_url,
      ...(await maps(deps, who, webhook)),
      created_at: webhook.created_at,
      updated_at: webhook.updated_at,
    },
  };
}

export async function updateWireWebhook(deps: MainDeps, who: RequestActor, webhookId: number, body: WebhookFields) {
  await requireWebhook(deps, who, webhookId);
  await saveWebhook(deps, who, await toInput(deps, who, body), webhookId);
  return { ok: true as const, id: webhookId, message: 'Webhook updated successfully.' };
}

export async function removeWireWebhook(deps: MainDeps, who: RequestActor, webhookId: number): Promise<{ ok: true }> {
  await deleteWebhook(deps, who, webhookId);
  return { ok: true };
}
