import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { CampaignRecord } from '#access/access.api';
import type { LockedLead } from '../lead-state/change-leads.store';
import { wakeCampaign } from '../campaign-state/wake-campaign';
import { idsOf, isHeld, isOpen, isRefused, keep } from '../enrolled-leads/locked-leads';
import { pointLeads } from '../lead-state/enrolment/places.store';
import { resumeLeads, type Resumed } from '../lead-state/enrolment/resume-leads';
import { findInSubsequence } from '../lead-state/enrolment/resume-leads.store';
import { holdSequence } from '../lead-state/next-step';
import { findSuppressedLeads } from '../lead-state/suppress-leads.store';
import { dueAfter } from './reschedule-leads';
import { findStepDelays } from './sequence-positions.store';

/** Leads of a campaign that a person resumes, held, none of them before some days. */
interface LeadsToResume {
  campaign: CampaignRecord;
  rows: readonly LockedLead[];
  at: Date;
  delayDays: number;
  skip: (row: LockedLead, reason: string) => void;
}

/**
 * Resumes leads that are paused, stopped or on hold, after some days if wished. Those that must not be mailed,
 * everywhere or by this campaign, and those without a step left stay as they are, and `skip` is told why.
 * @returns which go on
 */
export async function resumeSelected(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaign, rows, at, delayDays, skip }: LeadsToResume,
): Promise<LockedLead[]> {
  const waiting = keep(
    rows,
    (row) => !isOpen(row) || isHeld(row, at),
    skip,
    () => 'Not paused',
  );
  const suppressed = await findSuppressedLeads(
    workspaceId,
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
  const elsewhere = await findInSubsequence(workspaceId, sql, idsOf(allowed));
  const free = keep(
    allowed,
    (row) => !elsewhere.has(row.id),
    skip,
    () => 'Continues in a subsequence',
  );
  await holdSequence(workspaceId, sql, campaign.id);
  const notBefore = new Date(at.getTime() + delayDays * 86_400_000);
  const { resumed } = await resumeLeads(sql, {
    ids: idsOf(free),
    at,
    dueAt: () => (delayDays > 0 ? notBefore.getTime() : null),
    withoutStep: 'STAYS',
  });
  await dueByDelay(sql, workspaceId, { campaign, resumed, notBefore }, at);
  const goesOn = new Set(resumed.map((row) => row.id));
  const changed = keep(
    free,
    (row) => goesOn.has(row.id),
    skip,
    () => 'No step is left',
  );
  if (changed.length > 0) await wakeCampaign(workspaceId, sql, campaign.id, at.getTime());
  return changed;
}

/** Leads of a campaign that resume, none of them before a moment. */
interface ResumedLeads {
  campaign: CampaignRecord;
  resumed: readonly Resumed[];
  notBefore: Date;
}

/** Leads that go on at another step than the one they stood at: due by its delay after their last one, `notBefore` at the earliest. */
async function dueByDelay(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { campaign, resumed, notBefore }: ResumedLeads,
  at: Date,
): Promise<void> {
  const moved = resumed.flatMap(({ id, movedTo, lastAt }) =>
    movedTo === null || lastAt === null ? [] : [{ id, movedTo, lastAt }],
  );
  if (moved.length === 0) return;
  for (const step of await findStepDelays(workspaceId, sql, campaign.id)) {
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
