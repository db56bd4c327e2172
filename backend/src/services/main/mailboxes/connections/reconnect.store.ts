import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import type { CampaignScope } from '#access/access.api';

/** Lets failing mailboxes be tried with the next round of care: those named, or all inside the scope. @returns which */
export const recheckSoon = (
  db: Database,
  workspaceId: WorkspaceId,
  scope: Pick<CampaignScope, 'clientId' | 'memberId'>,
  mailboxIds: readonly MailboxId[] | null,
): Promise<number[]> =>
  db.tenantSql(workspaceId, async (sql) =>
    (
      await sql.query<{ id: number }>(
        `
          update mailbox m
          set recheck_at = clock_timestamp(), recheck_attempts = 0
          where m.workspace_id = $1
            and m.deleted_at is null
            and m.failing_since is not null
            and not m.is_suspended
            and ($2::int[] is null or m.id = any($2))
            and ($3::int is null or m.client_id = $3)
            and ($4::int is null or m.id in (select member_mailboxes($4)))
          returning m.id
        `,
        [workspaceId, mailboxIds, scope.clientId, scope.memberId],
      )
    ).rows
      .map((row) => row.id)
      .sort((one, other) => one - other),
  );

/** The mailbox whose consent ended, and why. */
interface ConsentToForget {
  mailboxId: MailboxId;
  now: Date;
  reason: string;
}

/** Destroys the consent of a mailbox and notes that it fails; nothing tries it again by itself. */
export const forgetConsent = (
  db: Database,
  workspaceId: WorkspaceId,
  { mailboxId, now, reason }: ConsentToForget,
): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(`delete from mailbox_secret where workspace_id = $1 and mailbox_id = $2 and kind = 'oauth'`, [
      workspaceId,
      mailboxId,
    ]);
    await sql.query(
      `
        update mailbox
        set is_smtp_success = false, is_imap_success = false, smtp_failure_error = $4,
          imap_failure_error = $4, failure_code = 'CREDENTIALS', failing_since = coalesce(failing_since, $3),
          recheck_at = null, checked_at = $3, updated_at = now()
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, mailboxId, now, reason],
    );
  });

/** A mailbox that signs in with its provider keeps no password. */
export const forgetPasswords = (db: Database, workspaceId: WorkspaceId, mailboxId: MailboxId): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `delete from mailbox_secret where workspace_id = $1 and mailbox_id = $2 and kind in ('smtp', 'imap')`,
      [workspaceId, mailboxId],
    );
  });
