import type { LockedLead } from '../lead-state/change-leads.store';

/** Whether a lead is in its sequence. */
export const isOpen = (row: LockedLead) => row.status === 'STARTED' || row.status === 'INPROGRESS';

/** Whether somebody is on hold: away, or of a company that replied. Between two tries of a mail the server has the word. */
export const isHeld = (row: LockedLead, at: Date) =>
  isOpen(row) &&
  row.hold_kind !== null &&
  row.hold_kind !== 'RETRY' &&
  (row.hold_until === null || row.hold_until > at);

/** Whether the person said, or somebody for them, that this campaign must not go on: no button takes that back. */
export const isRefused = (row: LockedLead) =>
  row.is_unsubscribed || row.reason === 'UNSUBSCRIBED' || row.reason === 'DO_NOT_CONTACT';

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);

/** The rows that pass; `skip` is told of the others why they do not. */
export function keep(
  rows: readonly LockedLead[],
  test: (row: LockedLead) => boolean,
  skip: (row: LockedLead, reason: string) => void,
  why: (row: LockedLead) => string,
): LockedLead[] {
  const kept: LockedLead[] = [];
  for (const row of rows)
    if (test(row)) kept.push(row);
    else skip(row, why(row));
  return kept;
}
