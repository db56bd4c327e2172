import type { EnrolmentId, MailboxId } from '@skein/contracts/ids';
import type { NextPlace } from '#engine/enrolment/lead-events';
import { transition } from '#engine/enrolment/transition';
import type { SqlClient } from '#platform/db/database';
import { columnsOf, stateOf, type LockedState } from './enrolment.store';
import { writeBehindRemoved } from './places.store';
import { lockRows } from './sent-leads.store';

/**
 * Locks the leads of emails that are recorded, before their sequences are read: an edit, which moves leads as well,
 * waits for what is recorded of them, or is waited for. The mailboxes before them, as rounds take them.
 * @returns the leads by enrolment
 */
export async function lockSentLeads(
  sql: SqlClient,
  mails: readonly { mailboxId: MailboxId; enrolmentId: EnrolmentId }[],
): Promise<Map<number, LockedState>> {
  if (mails.length === 0) return new Map();
  return new Map((await lockRows(sql, mails)).map((row) => [row.id, stateOf(row)]));
}

/**
 * What `record_sent_emails` writes of a lead whose email was sent, or may have been. It writes the number of the
 * email's step itself, which an edit may have changed while the email was leaving.
 * @param at campaign time in milliseconds
 */
export function afterSending({ lead }: LockedState, passed: number, next: NextPlace, at: number) {
  const outcome = transition(lead, { kind: 'SEND', passed, next, at });
  // Every state counts a sent email: none refuses it.
  const { last_seq_number: _number, ...columns } = columnsOf(outcome.isRefused ? lead : outcome.lead);
  return columns;
}

/** Leads whose step was removed while their email left are past whatever comes before the step that each waits at, or past the last one. */
export async function placeBehindRemoved(
  sql: SqlClient,
  leads: readonly { enrolmentId: EnrolmentId; lastNumber: number }[],
): Promise<void> {
  for (const { enrolmentId, lastNumber } of leads) await writeBehindRemoved(sql, enrolmentId, lastNumber);
}
