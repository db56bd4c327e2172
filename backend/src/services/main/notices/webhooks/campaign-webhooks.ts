import type { CampaignId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { isTheirs } from './webhooks';
import { webhookStore, type WebhookRow } from './webhooks.store';

/** The webhooks of one campaign that are within somebody's reach. */
export async function webhooksOfCampaign(
  deps: Pick<MainDeps, 'db'>,
  actor: RequestActor,
  campaignId: CampaignId,
): Promise<WebhookRow[]> {
  const rows = await webhookStore(deps.db).list(actor.workspaceId, { campaignId });
  return rows.filter((row) => isTheirs(actor, row));
}

/** Sends again what the webhooks of a campaign were sent between two moments of real time. @returns how many deliveries */
export async function replayCampaign(
  deps: Pick<MainDeps, 'db'>,
  actor: RequestActor,
  campaignId: CampaignId,
  span: { from: Date; to: Date },
): Promise<number> {
  let count = 0;
  for (const webhook of await webhooksOfCampaign(deps, actor, campaignId))
    count += await webhookStore(deps.db).replay(actor.workspaceId, { webhookId: webhook.id, ...span });
  return count;
}
