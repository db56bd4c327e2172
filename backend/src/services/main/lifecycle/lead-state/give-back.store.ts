import type { HoldKind } from '#engine/enrolment/lead-state';
import type { SqlClient } from '#platform/db/database';
import { pauseLeads } from './enrolment/end-leads.store';
import { changeLeads } from './enrolment/enrolment.store';
import { findInSubsequence, resumeLeads } from './enrolment/resume-leads.store';
import { holdSequenceOf } from './next-step.store';
import { findSuppressedLeads } from './suppress-leads.store';
import { wakeFor } from './wake-campaign.store';

/** What a lead was before somebody ended it by what they undo now. */
export interface LeadBefore {
  status: string;
  reason: string | null;
  hold_kind: string | null;
  /** An instant; null lasts until a person ends it. */
  hold_until: string | null;
  reason_detail: unknown;
}

/** SQL: the same of `e`, as JSON. */
export const leadBefore = (e: string): string => `
  jsonb_build_object(
    'status', ${e}.status, 'reason', ${e}.reason, 'hold_kind', ${e}.hold_kind, 'hold_until', ${e}.hold_until,
    'reason_detail', ${e}.reason_detail
  )
`;

/** A lead that is given back to its campaign. */
interface LeadToGiveBack {
  enrolmentId: number;
  /** Why it ended: a lead that ended by something else since stays as it is. */
  endedBy: 'PUSHED' | 'SUPPRESSED';
  before: LeadBefore;
  at: Date;
}

/**
 * Lets a lead continue that was ended by what is undone, with the pause or the hold that it had. One that must not be emailed for another reason, or that a
 * subsequence writes to, stays ended. The caller holds the campaign (`holdCampaignsOf`).
 * @returns whether it continues
 */
export async function giveBack(
  workspaceId: number,
  sql: SqlClient,
  { enrolmentId, endedBy, before, at }: LeadToGiveBack,
): Promise<boolean> {
  await holdSequenceOf(sql, enrolmentId);
  // Its own lock before it is looked at: a push that is being made holds it too.
  await sql.query('select from enrolment where workspace_id = $1 and id = $2 for update', [workspaceId, enrolmentId]);
  const {
    rows: [found],
  } = await sql.query<{ lead_id: number; client_id: number | null }>(
    `
      select e.lead_id, c.client_id
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1 and e.id = $2 and e.reason = $3 and e.status in ('COMPLETED', 'BLOCKED')
    `,
    [workspaceId, enrolmentId, endedBy],
  );
  if (!found) return false;
  const suppressed = await findSuppressedLeads(workspaceId, sql, [found.lead_id], found.client_id ?? 0);
  const elsewhere = await findInSubsequence(workspaceId, sql, [enrolmentId]);
  if (suppressed.size > 0 || elsewhere.size > 0) return false;
  const { resumed, wakes } = await resumeLeads(sql, {
    ids: [enrolmentId],
    at,
    dueAt: () => null,
    withoutStep: 'COMPLETES',
  });
  if (resumed.length === 0) return false;
  const until = before.hold_until === null ? null : new Date(before.hold_until);
  if (before.hold_kind !== null && (until === null || until > at))
    await changeLeads(sql, [enrolmentId], {
      kind: 'HOLD',
      hold: before.hold_kind as HoldKind,
      until: until?.getTime() ?? null,
      detail: before.reason_detail,
      at: at.getTime(),
    });
  if (before.status === 'PAUSED')
    await pauseLeads(sql, [enrolmentId], before.reason === 'CATEGORY' ? 'CATEGORY' : 'MANUAL');
  else for (const wake of wakes) await wakeFor(sql, wake.campaignId, new Date(wake.at), at);
  return true;
}
