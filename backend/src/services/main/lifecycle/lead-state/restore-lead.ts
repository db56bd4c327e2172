import type { WorkspaceId } from '@skein/contracts/ids';
import type { HoldKind } from '#engine/enrolment/lead-state';
import type { SqlClient } from '#platform/db/database';
import { holdCampaignsOf } from './hold-people';
import { changeLeads } from './enrolment/enrolment.store';

import { findInSubsequence } from './enrolment/resume-leads.store';
import { holdSequenceOf } from './next-step';
import { findSuppressedLeads } from './suppress-leads.store';
import { wakeFor } from './wake-campaign.store';
import { pauseLeads } from './enrolment/end-leads';
import { resumeLeads } from './enrolment/resume-leads';
import { type LeadBefore, type LeadToRestore, lockEnded } from './restore-lead.store';
import { holdReturnedLead } from './hold-returned-lead';

/**
 * Lets a lead continue that was ended by what is undone, with the pause or the hold that it had. One that must not be
 * emailed for another reason, that a subsequence writes to, that had ended this way before, or that has answered or
 * opted out since, stays ended. The caller holds the campaign (`holdCampaignsOf`).
 * @returns whether it continues
 */
export async function restoreLead(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolmentId, endedBy, before, at }: LeadToRestore,
): Promise<boolean> {
  // What is undone did not end it: it had ended by the same before.
  if (before.reason === endedBy) return false;
  await holdSequenceOf(sql, enrolmentId);
  const { seen_message, seen_linkedin } = before;
  const found = await lockEnded(workspaceId, sql, { enrolmentId, endedBy, seen_message, seen_linkedin });
  if (!found) return false;
  const suppressed = await findSuppressedLeads(workspaceId, sql, [found.lead_id], found.client_id ?? 0);
  const elsewhere = await findInSubsequence(workspaceId, sql, [enrolmentId]);
  if (suppressed.size > 0 || elsewhere.size > 0) return false;
  const { resumed, wakes } = await resumeLeads(sql, {
    ids: [enrolmentId],
    at,
    dueAt: () => null,
    withoutStep: 'COMPLETES',
    lifts: endedBy === 'DO_NOT_CONTACT' ? endedBy : undefined,
  });
  if (resumed.length === 0) return false;
  await holdReturnedLead(sql, enrolmentId, at);
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

/** Releases leads of several campaigns that one block had ended, and holds those campaigns first. @returns how many continue */
export async function releaseEndedLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leads: ReadonlyMap<number, LeadBefore>,
  at: Date,
): Promise<number> {
  await holdCampaignsOf(sql, [...leads.keys()]);
  let resumed = 0;
  for (const [enrolmentId, before] of [...leads].sort(([one], [other]) => one - other))
    if (await restoreLead(workspaceId, sql, { enrolmentId, endedBy: 'SUPPRESSED', before, at })) resumed += 1;
  return resumed;
}
