import type { LeadSelection } from '@skein/contracts/main/campaign-leads.contract';
import type { SqlClient } from '#platform/db/database';
import {
  holdSequence,
  wakeCampaign,
  findInSubsequence,
  findSuppressedLeads,
  pointLeads,
  resumeLeads as resumeEnrolments,
  type Resumed,
} from '#lifecycle/lifecycle.api';
import type { Who, CampaignRecord } from '#access/access.api';
import { dueAfter } from '../sequences/reschedule-leads';
import { findSteps } from '../sequences/sequences.api';
import { type LeadDeps, isOpen, isHeld, isRefused, idsOf, keep, changeAll } from './change-leads';

/** Leads of one campaign and the days until they continue. */
interface LeadsToResume {
  campaignId: number;
  selection: LeadSelection;
  delayDays?: number;
}

/**
 * Resumes leads that are paused, stopped or on hold, after some days if wished. Those that must not be mailed, everywhere or by this campaign, and
 * those without a step left stay as they are.
 */
export const resumeLeads = (deps: LeadDeps, who: Who, { campaignId, selection, delayDays = 0 }: LeadsToResume) =>
  changeAll(deps, who, { campaignId, selection }, async ({ sql, campaign, rows, at, skip }) => {
    const waiting = keep(
      rows,
      (row) => !isOpen(row) || isHeld(row, at),
      skip,
      () => 'Not paused',
    );
    const suppressed = await findSuppressedLeads(
      who.workspaceId,
      sql,
      waiting.map((row) => row.lead_id),
      campaign.client_id ?? 0,
    );
    const mailable = keep(
      waiting,
      (row) => !suppressed.has(row.lead_id),
      skip,
      () => 'Unsubscribed, bounced or on the block list',
    );
    const allowed = keep(
      mailable,
      (row) => !isRefused(row),
      skip,
      (row) => (row.reason === 'DO_NOT_CONTACT' ? 'Marked Do Not Contact' : 'Unsubscribed from this campaign'),
    );
    // Two sequences of one family would write to the same person at a time.
    const elsewhere = await findInSubsequence(who.workspaceId, sql, idsOf(allowed));
    const free = keep(
      allowed,
      (row) => !elsewhere.has(row.id),
      skip,
      () => 'Continues in a subsequence',
    );
    await holdSequence(who.workspaceId, sql, campaignId);
    const notBefore = new Date(at.getTime() + delayDays * 86_400_000);
    const { resumed: rowsOn } = await resumeEnrolments(sql, {
      ids: idsOf(free),
      at,
      dueAt: () => (delayDays > 0 ? notBefore.getTime() : null),
      withoutStep: 'STAYS',
    });
    await dueByDelay(sql, who.workspaceId, { campaign, resumed: rowsOn, notBefore }, at);
    const resumed = new Set(rowsOn.map((row) => row.id));
    const changed = keep(
      free,
      (row) => resumed.has(row.id),
      skip,
      () => 'No step is left',
    );
    if (changed.length > 0) await wakeCampaign(who.workspaceId, sql, campaignId, at.getTime());
    return { changed: changed.length, cancelled: 0 };
  });

/** Leads of a campaign that resume, none of them before a moment. */
interface ResumedLeads {
  campaign: CampaignRecord;
  resumed: readonly Resumed[];
  notBefore: Date;
}

/** Leads that go on at another step than the one they stood at: due by its delay after their last one, `notBefore` at the earliest. */
async function dueByDelay(
  sql: SqlClient,
  workspaceId: number,
  { campaign, resumed, notBefore }: ResumedLeads,
  at: Date,
): Promise<void> {
  const moved = resumed.flatMap(({ id, movedTo, lastAt }) =>
    movedTo === null || lastAt === null ? [] : [{ id, movedTo, lastAt }],
  );
  if (moved.length === 0) return;
  for (const step of await findSteps(workspaceId, sql, campaign.id)) {
    const here = moved.filter((lead) => lead.movedTo === step.id);
    const dueAt = await dueAfter(workspaceId, sql, { campaign, step, ids: here.map((lead) => lead.id) });
    const leads = here.map(({ id, lastAt }) => ({
      id,
      dueAt: new Date(Math.max(dueAt(id, lastAt).getTime(), notBefore.getTime())),
    }));
    if (leads.length > 0)
      await pointLeads(workspaceId, sql, { step: { id: step.id, number: step.seq_number }, leads, at });
  }
}
