import type { CampaignId } from '@skein/contracts/ids';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { countDeletion } from './campaign-counts.store';
import { removeCampaign } from './remove-campaign.store';
import { requireCampaign, type Who } from '#access/access.api';
import { deletionRefusal } from '#lifecycle/lifecycle.api';

/** What deleting a campaign takes along, and whether it is possible now. */
export async function describeDeletion(deps: Pick<MainDeps, 'db'>, who: Who, campaignId: CampaignId) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId);
    const reason = deletionRefusal(campaign.status);
    return {
      name: campaign.name,
      is_allowed: reason === null,
      reason,
      ...(await countDeletion(who.workspaceId, sql, campaignId)),
    };
  });
}

/** Deletes a campaign that is not active. @throws SkeinError ILLEGAL_TRANSITION, CONFLICT */
export async function deleteCampaign(
  deps: Pick<MainDeps, 'db' | 'live'>,
  who: Who,
  campaignId: CampaignId,
): Promise<{ done: true }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId, true);
    const reason = deletionRefusal(campaign.status);
    if (reason) throw new SkeinError('ILLEGAL_TRANSITION', reason);
    if (!(await removeCampaign(who.workspaceId, sql, campaignId)))
      throw new SkeinError('CONFLICT', 'An email of this campaign is being sent right now. Try again in a minute.');
    await deps.live.publish(sql, who.workspaceId, ['campaigns']);
    return { done: true as const };
  });
}
