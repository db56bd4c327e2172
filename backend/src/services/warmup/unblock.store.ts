import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Minutes of real time for which a code works, and wrong tries it stands. */
export const codeMinutes = 10;
export const codeTries = 5;

export interface Unblock {
  code_hash: string | null;
  mailed_at: Date | null;
  attempts: number;
}

/** The code of a mailbox, locked until the transaction ends; null where none was ever mailed. */
export async function lockUnblock(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
): Promise<Unblock | null> {
  const { rows } = await sql.query<Unblock>(
    `
      select code_hash, mailed_at, attempts
      from warmup_unblock
      where workspace_id = $1 and mailbox_id = $2
      for update
    `,
    [workspaceId, mailboxId],
  );
  return rows[0] ?? null;
}

/** Until when the mailed code of a mailbox works; null where there is none that does. @param realNow the machine's time */
export async function codeUntil(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  realNow: Date,
): Promise<Date | null> {
  const { rows } = await sql.query<{ until: Date }>(
    `
      select mailed_at + make_interval(mins => $4) as until
      from warmup_unblock
      where workspace_id = $1
        and mailbox_id = $2
        and code_hash is not null
        and attempts < $5
        and mailed_at + make_interval(mins => $4) > $3
    `,
    [workspaceId, mailboxId, realNow, codeMinutes, codeTries],
  );
  return rows[0]?.until ?? null;
}

/** The hash of a code and when it was emailed. */
interface UnblockCode {
  mailboxId: MailboxId;
  codeHash: string;
  mailedAt: Date;
}

/** Keeps a new code; the one before it works no longer. */
export async function keepCode(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailboxId, codeHash, mailedAt }: UnblockCode,
): Promise<void> {
  await sql.query(
    `
      insert into warmup_unblock (workspace_id, mailbox_id, code_hash, mailed_at)
      values ($1, $2, $3, $4)
      on conflict (mailbox_id)
      do update set code_hash = excluded.code_hash, mailed_at = excluded.mailed_at, attempts = 0
    `,
    [workspaceId, mailboxId, codeHash, mailedAt],
  );
}

export async function countWrongTry(workspaceId: WorkspaceId, sql: SqlClient, mailboxId: MailboxId): Promise<void> {
  await sql.query('update warmup_unblock set attempts = attempts + 1 where workspace_id = $1 and mailbox_id = $2', [
    workspaceId,
    mailboxId,
  ]);
}

/** The code is used up, and bounces until now block no longer; the loop looks at the mailbox at once. @param now campaign time */
export async function clearBounces(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  now: Date,
): Promise<void> {
  await sql.query(
    'update warmup_unblock set code_hash = null, cleared_at = $3 where workspace_id = $1 and mailbox_id = $2',
    [workspaceId, mailboxId, now],
  );
  await sql.query(
    `
      update warmup_mailbox
      set blocked_reason = null, blocked_at = null, next_plan_at = $3
      where workspace_id = $1 and mailbox_id = $2
    `,
    [workspaceId, mailboxId, now],
  );
}
