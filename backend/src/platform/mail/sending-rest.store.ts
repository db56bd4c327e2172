import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '../db/database';

/** Why a mailbox rests whose own server sends nothing for it, and for how long. */
export interface SendingRest {
  cause: string;
  /** Cause and words in one line, as shown. */
  reason: string;
  /** The server's own words. */
  words: string;
  /** Minutes of rest after the first, the second, the third refusal in a row, and the last from then on. */
  minutes: readonly number[];
}

/**
 * Rests a mailbox for all senders: campaigns, warmup and placement tests.
 * @param now campaign time in milliseconds
 * @returns the end of the rest, in campaign time
 */
export async function writeSendingRest(
  sql: SqlClient,
  { workspaceId, mailboxId }: { workspaceId: WorkspaceId; mailboxId: MailboxId },
  rest: SendingRest,
  now: number,
): Promise<number> {
  const {
    rows: [row],
  } = await sql.query<{ until: Date | null }>('select rest_mailbox($1, $2, $3, $4, $5, $6, $7) as until', [
    workspaceId,
    mailboxId,
    rest.cause,
    rest.reason,
    rest.words,
    new Date(now),
    rest.minutes,
  ]);
  return row?.until?.getTime() ?? now;
}
