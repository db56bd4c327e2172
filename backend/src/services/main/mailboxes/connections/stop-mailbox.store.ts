import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { CancelReason } from '#engine/sending/cancel-reasons';
import type { SqlClient } from '#platform/db/database';
import { cancelOfMailboxes } from '#lifecycle/lifecycle.api';

/** What is reserved for a mailbox goes back; what a person wrote waits for it, unless it is `all`. */
export async function cancelReserved(
  sql: SqlClient,
  mailboxId: MailboxId,
  reason: CancelReason,
  which: 'campaigns' | 'all',
): Promise<void> {
  await cancelOfMailboxes(sql, { mailboxIds: [mailboxId], withOwn: which === 'all' }, reason, {
    whenDue: 'OR_AS_BEFORE',
  });
}

/** Stops sending from a mailbox, or lets it send again. */
export async function suspendInside(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  now: Date | null,
): Promise<void> {
  if (now) await cancelReserved(sql, mailboxId, 'MAILBOX_SUSPENDED', 'campaigns');
  await sql.query(
    `
      update mailbox
      set is_suspended = $3, suspended_at = $4, updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, mailboxId, now !== null, now],
  );
}

/**
 * Credentials are destroyed, reservations cancelled, and leads that were never mailed let go of the mailbox.
 * @returns leads that need another mailbox
 */
export async function removeInside(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  now: Date,
): Promise<number> {
  await cancelReserved(sql, mailboxId, 'MAILBOX_REMOVED', 'all');
  await sql.query('delete from mailbox_secret where workspace_id = $1 and mailbox_id = $2', [workspaceId, mailboxId]);
  await sql.query('delete from campaign_mailbox where workspace_id = $1 and mailbox_id = $2', [workspaceId, mailboxId]);
  await sql.query('update mailbox set deleted_at = $3, updated_at = now() where workspace_id = $1 and id = $2', [
    workspaceId,
    mailboxId,
    now,
  ]);
  await sql.query(
    `
      update enrolment
      set mailbox_id = null
      where workspace_id = $1 and mailbox_id = $2 and status = 'STARTED'
    `,
    [workspaceId, mailboxId],
  );
  return (
    (
      await sql.query<{ count: number }>(
        `
          select count(*)::int as count
          from enrolment
          where workspace_id = $1 and mailbox_id = $2 and status = 'INPROGRESS'
        `,
        [workspaceId, mailboxId],
      )
    ).rows[0]?.count ?? 0
  );
}
