import type { ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { cancelOfMailboxes, queueWebhookNotice } from '#lifecycle/lifecycle.api';
import type { SmtpFailure } from '#platform/mail/smtp-failure';

/** A mailbox and how its server refused it. */
interface FailingMailbox {
  mailboxId: MailboxId;
  failure: SmtpFailure;
  now: number;
}

/**
 * Marks a mailbox as failing: it cannot send, because its server cannot be reached or refuses its login (engine/bounces/judge-failure.ts),
 * and is shown as disconnected with the server's words. It is tried again by itself (recheck-mailboxes.store.ts).
 * People are told once, when `failing_since` is first set: the trigger in prisma/functions/mailbox.notice_failing.sql.
 */
export async function markMailboxFailing(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { mailboxId, failure, now }: FailingMailbox,
): Promise<void> {
  const {
    rows: [mailbox],
  } = await prepared<{ from_email: string; failing_since: Date | null; client_id: ClientId | null }>(
    sql,
    'select from_email, failing_since, client_id from mailbox where workspace_id = $1 and id = $2 for update',
    [workspaceId, mailboxId],
  );
  if (mailbox && !mailbox.failing_since) {
    await queueWebhookNotice(sql, {
      workspaceId,
      type: 'EMAIL_ACCOUNT_DISCONNECTED',
      clientId: mailbox.client_id,
      data: {
        eventType: 'EMAIL_ACCOUNT_DISCONNECTED',
        accountId: mailboxId,
        email: mailbox.from_email,
        error: failure.response,
        title: 'Mailbox disconnected',
        message: `${mailbox.from_email} cannot send.`,
      },
    });
  }
  await prepared(
    sql,
    `
      update mailbox
      set is_smtp_success = false, smtp_failure_error = $3, failure_code = $4,
        failing_since = coalesce(failing_since, $5), recheck_attempts = 0,
        recheck_at = clock_timestamp() + interval '1 minute', updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [
      workspaceId,
      mailboxId,
      failure.response,
      failure.failureClass === 'credentials' ? 'CREDENTIALS' : 'CONNECTION',
      new Date(now),
    ],
  );
  // What is reserved and not yet on its way goes back: its leads wait, or are re-allocated by policy.
  await cancelOfMailboxes(sql, { mailboxIds: [mailboxId] }, 'MAILBOX_TROUBLE', {
    code: 'MAILBOX_FAILING',
    whenDue: { orAt: new Date(now) },
  });
}
