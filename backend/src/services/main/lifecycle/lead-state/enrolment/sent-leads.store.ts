import type { NextPlace } from '#engine/enrolment/lead-events';
import { transition } from '#engine/enrolment/transition';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { columnsOf, stateColumns, stateOf, type LockedState } from './enrolment.store';

/**
 * Locks the leads of emails that are recorded, before their sequences are read: an edit, which moves leads as well, waits for what is recorded of them, or
 * is waited for. The mailboxes before them, as rounds take them: each CTE is read whole before the next begins.
 * @returns the leads by enrolment
 */
export async function lockSentLeads(
  sql: SqlClient,
  mails: readonly { mailboxId: number; enrolmentId: number }[],
): Promise<Map<number, LockedState>> {
  if (mails.length === 0) return new Map();
  const { rows } = await prepared<Parameters<typeof stateOf>[0]>(
    sql,
    `
      with boxes as materialized (
        select m.id from mailbox m where m.id = any($1::int[]) order by m.id for no key update of m
      )
      select ${stateColumns}
      from enrolment e
      where e.id = any($2::int[]) and (select count(*) from boxes) > 0
      order by e.id
      for no key update of e
    `,
    [mails.map(({ mailboxId }) => mailboxId), mails.map(({ enrolmentId }) => enrolmentId)],
  );
  return new Map(rows.map((row) => [row.id, stateOf(row)]));
}

/**
 * What `record_sent_emails` writes of a lead whose email was sent, or may have been. It writes the number of the email's step itself, which an edit may
 * have changed while the email was leaving.
 * @param at campaign time in milliseconds
 */
export function afterSending({ lead }: LockedState, passed: number, next: NextPlace, at: number) {
  const outcome = transition(lead, { kind: 'SEND', passed, next, at });
  // Every state counts a sent email: none refuses it.
  const { last_seq_number: _number, ...columns } = columnsOf(outcome.isRefused ? lead : outcome.lead);
  return columns;
}
