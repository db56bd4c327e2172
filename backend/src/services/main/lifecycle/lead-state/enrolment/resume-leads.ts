import type { CampaignId, EnrolmentId } from '@skein/contracts/ids';
import type { LeadState } from '#engine/enrolment/lead-state';
import type { StepPlace } from '#engine/enrolment/lead-events';
import type { SqlClient } from '#platform/db/database';
import { findSuppressedLeads } from '../suppress-leads.store';
import { holdSequenceOf } from '../next-step';
import { holdCampaignsOf } from '../hold-people';
import { wakeFor } from '../wake-campaign.store';
import { changeLeads } from './enrolment.store';
import { type ResumePlace, findResumePlaces, lockToResume, findInSubsequence } from './resume-leads.store';

/**
 * A lead that was resumed. `movedTo` is its step where that is another than it stood at: it is due by that step's delay
 * after the last one, from `lastAt` on.
 */
export interface Resumed {
  id: number;
  movedTo: number | null;
  lastAt: Date | null;
}

/** Leads to resume, none of which must not be emailed (`findSuppressedLeads`) or is sent to by a subsequence (`findInSubsequence`). */
interface LeadsToResume {
  ids: readonly number[];
  at: Date;
  /** When the next step of a lead is due; null continues where it was. */
  dueAt: (lead: LeadState) => number | null;
  /** What becomes of a lead without a step left. */
  withoutStep: 'STAYS' | 'COMPLETES';
  /** What a person undoes that had decided it. */
  lifts?: 'DO_NOT_CONTACT' | undefined;
}

/**
 * Ends pauses, holds, parkings and stops: leads that were sent to are in progress again, the others are queued. The
 * caller holds their sequence (`holdSequence`) and the leads.
 */
export async function resumeLeads(
  sql: SqlClient,
  { ids, at, dueAt, withoutStep, lifts }: LeadsToResume,
): Promise<{ resumed: Resumed[]; wakes: { campaignId: CampaignId; at: number }[] }> {
  const places = new Map((await findResumePlaces(sql, ids)).map((row) => [row.id, row]));
  const { changed } = await changeLeads(sql, ids, ({ id, lead }) => ({
    kind: 'RESUME',
    at: at.getTime(),
    dueAt: dueAt(lead),
    next: stepOf(places.get(id)),
    withoutStep,
    lifts,
  }));
  return {
    resumed: changed.map(({ id }) => {
      const place = places.get(id);
      const isMoved = place !== undefined && place.step_id !== place.stood_at;
      return { id, movedTo: isMoved ? place.step_id : null, lastAt: place?.last_at ?? null };
    }),
    wakes: changed.flatMap(({ campaignId, wakeAt }) => (wakeAt === null ? [] : [{ campaignId, at: wakeAt }])),
  };
}

const stepOf = (place: ResumePlace | undefined): StepPlace | null =>
  place?.step_id == null || place.seq_number === null ? null : { id: place.step_id, number: place.seq_number };

/**
 * Resumes a lead in its conversation, or when the email that stopped it was no reply: ends a pause, a hold, a parking
 * or a stop. A lead that asked not to be emailed, whose address is dead or blocked for the campaign's client, or that
 * continues in a subsequence stays as it is, and so does one that ended by itself. Without a step left it completes. A
 * campaign that had completed runs again (docs/domain.md, Statuses). Locks its campaign first: a caller that holds the
 * lead already has held its campaign before (`holdCampaignsOf`).
 * @param notBefore campaign time before which the next step is not due
 * @returns whether anything changed
 */
export async function resumeEnrolment(
  sql: SqlClient,
  { enrolmentId, at, notBefore }: { enrolmentId: EnrolmentId; at: Date; notBefore: Date },
): Promise<boolean> {
  await holdCampaignsOf(sql, [enrolmentId]);
  await holdSequenceOf(sql, enrolmentId);
  const found = await lockToResume(sql, enrolmentId);
  if (!found) return false;
  const suppressed = await findSuppressedLeads(found.workspace_id, sql, [found.lead_id], found.client_id ?? 0);
  const elsewhere = await findInSubsequence(found.workspace_id, sql, [enrolmentId]);
  if (suppressed.size > 0 || elsewhere.size > 0) return false;
  const isDelayed = notBefore > at;
  const { resumed, wakes } = await resumeLeads(sql, {
    ids: [enrolmentId],
    at,
    dueAt: (lead) => (isDelayed ? Math.max(lead.dueAt ?? 0, notBefore.getTime()) : null),
    withoutStep: 'COMPLETES',
  });
  for (const wake of wakes) await wakeFor(sql, wake.campaignId, new Date(wake.at), at);
  return resumed.length === 1;
}
