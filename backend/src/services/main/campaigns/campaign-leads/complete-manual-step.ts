import type { CampaignId, EnrolmentId } from '@skein/contracts/ids';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { wakeCampaign, passStep, requireCampaignLead } from '#lifecycle/lifecycle.api';

/**
 * Marks a manual or LinkedIn step as done: the lead goes on to the next step, due by its delay from now.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export const completeManualStep = (
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  who: Who,
  campaignId: CampaignId,
  enrolmentId: EnrolmentId,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const now = deps.campaignClock.now();
    await requireCampaign(sql, who, campaignId, true);
    const lead = await requireCampaignLead(sql, who, campaignId, enrolmentId);
    const passed =
      lead.status === 'STARTED' || lead.status === 'INPROGRESS'
        ? await passStep(who.workspaceId, sql, { enrolmentId, stepId: null, at: new Date(now) })
        : null;
    if (!passed) throw new SkeinError('ILLEGAL_TRANSITION', 'This lead does not wait for a manual step.');
    if (!passed.isLast) await wakeCampaign(who.workspaceId, sql, campaignId, now);
    await deps.live.publish(sql, who.workspaceId, [`campaign:${campaignId}`]);
    return { is_last_step: passed.isLast, next_seq_number: passed.nextNumber, next_due_at: passed.dueAt };
  });
