import type { Database } from '../../../../platform/db/database';
import type { CampaignScope } from '../campaigns/campaign-scope';

/** Lets failing mailboxes be tried with the next round of care: those named, or all inside the scope. @returns which */
export const recheckSoon = (
  db: Database,
  workspaceId: number,
  scope: Pick<CampaignScope, 'clientId' | 'memberId'>,
  mailboxIds: readonly number[] | null,
): Promise<number[]> =>
  db.tenantSql(workspaceId, async (sql) =>
    (
      await sql.query<{ id: number }>(
        `UPDATE mailbox m SET recheck_at = clock_timestamp(), recheck_attempts = 0 WHERE m.workspace_id = $1 AND m.deleted_at IS NULL AND m.failing_since IS NOT NULL AND NOT m.is_suspended AND ($2::int[] IS NULL OR m.id = ANY($2))
       AND ($3::int IS NULL OR m.client_id = $3) AND ($4::int IS NULL OR m.id IN (SELECT member_mailboxes($4))) RETURNING m.id`,
        [workspaceId, mailboxIds, scope.clientId, scope.memberId],
      )
    ).rows
      .map((row) => row.id)
      .sort((one, other) => one - other),
  );

/** Destroys the consent of a mailbox and notes that it fails; nothing tries it again by itself. */
export const forgetConsent = (
  db: Database,
  workspaceId: number,
  mailboxId: number,
  now: Date,
  reason: string,
): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(`DELETE FROM mailbox_secret WHERE workspace_id = $1 AND mailbox_id = $2 AND kind = 'oauth'`, [
      workspaceId,
      mailboxId,
    ]);
    await sql.query(
      `UPDATE mailbox SET is_smtp_success = false, is_imap_success = false, smtp_failure_error = $4, imap_failure_error = $4, failure_code = 'CREDENTIALS', failing_since = coalesce(failing_since, $3), recheck_at = NULL, checked_at = $3, updated_at = now() WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, mailboxId, now, reason],
    );
  });
