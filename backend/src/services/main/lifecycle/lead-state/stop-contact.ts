import type { ClientId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { lockOpenEnrolments, type OpenPlace } from './change-leads.store';
import { byBefore } from './by-before';
import { endLeads } from './enrolment/end-leads';
import { optOut } from './enrolment/opt-out.store';
import { suppressLeads } from './suppress-leads';

/** People that are not to be emailed any more, and who says so: for a client of the agency it holds in that client's campaigns alone. */
interface ContactToStop {
  leadIds: readonly LeadId[];
  as: 'UNSUBSCRIBED' | 'DO_NOT_CONTACT';
  /** What the block list says. */
  because: string;
  by: { userId: UserId | null; clientId: ClientId | null };
  at: Date;
  /** What is kept with the ends of a Do Not Contact, beside what each lead was: that gives it back when it is undone. */
  detail?: object;
}

const idsOf = (open: readonly OpenPlace[]) => open.map((place) => place.id);

/** Puts people on the block list and ends them wherever they still wait. @returns where that was, and how many emails were cancelled */
export async function stopContact(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { leadIds, as, because, by, at, detail = {} }: ContactToStop,
): Promise<{ open: OpenPlace[]; cancelled: number }> {
  // The block list before the places, as everybody who writes both: two who stop the same person do not wait for each other.
  await suppressLeads(workspaceId, sql, leadIds, {
    source: as === 'UNSUBSCRIBED' ? 'unsubscribe' : 'category',
    reason: because,
    ...by,
    at,
  });
  const open = await lockOpenEnrolments(workspaceId, sql, leadIds, by.clientId);
  const isUnsubscribed = as === 'UNSUBSCRIBED';
  if (isUnsubscribed) return { open, ...(await endLeads(sql, idsOf(open), { reason: as, at, isUnsubscribed })) };
  let cancelled = 0;
  for (const { of, before } of byBefore(open))
    cancelled += (await endLeads(sql, of, { reason: as, at, detail: { ...detail, before } })).cancelled;
  return { open, cancelled };
}

/**
 * Leads of one campaign that unsubscribe from it. Those that have ended stay as they ended, and undoing that does not let them continue.
 * @returns how many emails were cancelled
 */
export async function unsubscribePlaces(
  sql: SqlClient,
  { open, ended }: { open: readonly number[]; ended: readonly number[] },
  at: Date,
): Promise<number> {
  await optOut(sql, ended);
  return (await endLeads(sql, open, { reason: 'UNSUBSCRIBED', at, isUnsubscribed: true })).cancelled;
}

/**
 * Holds the open places of a lead in all campaigns, and ends those that `decide` gives a reason for.
 * @returns the places that ended, and those that go on
 */
export async function settlePlaces(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  decide: (place: OpenPlace) => Parameters<typeof endLeads>[2] | null,
): Promise<{ ended: OpenPlace[]; open: OpenPlace[] }> {
  const ended: OpenPlace[] = [];
  const open: OpenPlace[] = [];
  for (const place of await lockOpenEnrolments(workspaceId, sql, [leadId])) {
    const ending = decide(place);
    if (ending) await endLeads(sql, [place.id], ending);
    (ending ? ended : open).push(place);
  }
  return { ended, open };
}
