import type { HoldKind } from '#engine/enrolment/lead-state';
import type { SqlClient } from '#platform/db/database';
import { pauseLeads } from './enrolment/end-leads.store';
import { changeLeads } from './enrolment/enrolment.store';
import { holdWhereCompanyReplied } from './company-hold.store';
import { findInSubsequence, resumeLeads } from './enrolment/resume-leads.store';
import { isStandingReply } from './left-alone.store';
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
  /** The newest email of the person by then (0 without one): an email keeps the date at which a mailbox received it, which may be before it was read. Not kept by earlier versions. */
  seen_message?: number;
}

/** SQL: the same of `e`, as JSON. */
export const leadBefore = (e: string): string => `
  jsonb_build_object(
    'status', ${e}.status, 'reason', ${e}.reason, 'hold_kind', ${e}.hold_kind, 'hold_until', ${e}.hold_until,
    'reason_detail', ${e}.reason_detail, 'seen_message',
    (select coalesce(max(seen.id), 0) from message seen where seen.workspace_id = ${e}.workspace_id and seen.lead_id = ${e}.lead_id)
  )
`;

/** A lead that is given back to its campaign. */
interface LeadToGiveBack {
  enrolmentId: number;
  /** Why it ended: a lead that ended by something else since stays as it is. */
  endedBy: 'PUSHED' | 'SUPPRESSED' | 'DO_NOT_CONTACT';
  before: LeadBefore;
  at: Date;
}

/**
 * SQL: whether a lead that ended has answered since, in whichever campaign, or was unsubscribed or asked not to be contacted in one of its family. An ended lead
 * records neither: its state cannot tell. What
 * ended in the same moment as Do Not Contact is what is undone.
 * @param seen SQL of the newest email that was there when it ended
 */
const hasSpokenSince = (e: string, seen: string): string => `
  ${e}.is_unsubscribed
  or exists (
    select
    from message m
    where m.workspace_id = ${e}.workspace_id
      and m.lead_id = ${e}.lead_id
      and (m.at >= ${e}.ended_at or m.id > ${seen})
      and ${isStandingReply('m')}
  )
  or exists (
    select
    from enrolment o
    join campaign oc on oc.id = o.campaign_id
    join campaign ec on ec.id = ${e}.campaign_id
    where o.workspace_id = ${e}.workspace_id
      and o.lead_id = ${e}.lead_id
      and coalesce(oc.parent_campaign_id, oc.id) = coalesce(ec.parent_campaign_id, ec.id)
      and (
        o.is_unsubscribed
        or o.reason in ('UNSUBSCRIBED', 'REPLIED')
        or (o.reason = 'DO_NOT_CONTACT' and (o.reason is distinct from ${e}.reason or o.ended_at <> ${e}.ended_at))
      )
  )
`;

/**
 * Lets a lead continue that was ended by what is undone, with the pause or the hold that it had. One that must not be emailed for another reason, that a
 * subsequence writes to, that had ended this way before, or that has answered or opted out since, stays ended. The caller holds the campaign (`holdCampaignsOf`).
 * @returns whether it continues
 */
export async function giveBack(
  workspaceId: number,
  sql: SqlClient,
  { enrolmentId, endedBy, before, at }: LeadToGiveBack,
): Promise<boolean> {
  // What is undone did not end it: it had ended by the same before.
  if (before.reason === endedBy) return false;
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
      where e.workspace_id = $1
        and e.id = $2
        and e.reason = $3
        and e.status in ('COMPLETED', 'BLOCKED', 'STOPPED')
        and not (${hasSpokenSince('e', '$4::bigint')})
    `,
    [workspaceId, enrolmentId, endedBy, before.seen_message ?? null],
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
    takesBack: endedBy === 'DO_NOT_CONTACT' ? endedBy : undefined,
  });
  if (resumed.length === 0) return false;
  await holdWhereCompanyReplied(sql, enrolmentId, at);
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
