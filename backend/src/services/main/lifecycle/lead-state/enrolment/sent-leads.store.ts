import type { EnrolmentId, MailboxId } from '@skein/contracts/ids';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { stateColumns, type stateOf } from './enrolment.store';

/** The leads of emails that are recorded, locked, and their mailboxes before them: each CTE is read whole before the next begins. */
export async function lockRows(
  sql: SqlClient,
  mails: readonly { mailboxId: MailboxId; enrolmentId: EnrolmentId }[],
): Promise<Parameters<typeof stateOf>[0][]> {
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
  return rows;
}
