import type { Database } from '#platform/db/database';
import { undoSending } from './undo-sending.store';
import { findUnconfirmed, settleAsSent, type UnconfirmedEmail, type UnconfirmedFilter } from './unconfirmed.store';

/** Emails of one statement. */
const page = 1_000;

/** Emails of which nobody knows whether they left, and that neither a Sent folder nor a recipient has settled. */
export async function* eachUnconfirmed(
  db: Pick<Database, 'systemSql'>,
  filter: UnconfirmedFilter,
): AsyncGenerator<UnconfirmedEmail> {
  for (let after = '0'; ;) {
    const from = after;
    const rows = await db.systemSql((sql) => findUnconfirmed(sql, filter, from, page));
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/**
 * A person has looked, for example into the mail server's log, and says what became of emails, each in a transaction of
 * its own. What left stays counted. Of what did not leave, a campaign's email is sent after all, a person's own is
 * shown in its conversation as failed.
 * @param now campaign time in milliseconds
 * @returns how many were settled, and how many are still open because of the email that follows
 */
export async function settleUnconfirmed(
  db: Pick<Database, 'systemSql'>,
  filter: UnconfirmedFilter,
  as: 'sent' | 'unsent',
  now: number,
): Promise<{ settled: number; open: number }> {
  let settled = 0;
  let open = 0;
  for await (const { id } of eachUnconfirmed(db, filter)) {
    const isSettled = await db.systemSql(async (sql) =>
      as === 'sent' ? settleAsSent(sql, id, now) : (await undoSending(sql, id, now)) === 'SETTLED',
    );
    if (isSettled) settled += 1;
    else open += 1;
  }
  return { settled, open };
}
