import type { MailboxId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { createJobQueue } from '#platform/jobs/job-queue';
import type { MatchedInbound, ReportedSender } from '#engine/inbox-sync/inbound.types';
import { restMailbox } from '../bounces/bounce-responses';
import { sendReportedAgain } from '../events/bounces.jobs';

const jobs = createJobQueue();

/**
 * A report in which the sender's own provider says that it did not send an email, as Gmail does at its daily limit: the
 * mailbox rests, nobody is blocked, and a campaign's email is sent again afterwards.
 */
export async function recordSenderReport(sql: SqlClient, given: MatchedInbound, sender: ReportedSender): Promise<void> {
  const {
    rows: [mail],
  } = await sql.query<{ kind: string; mailbox_id: MailboxId }>(
    `
      update intent
      set failure_text = coalesce(failure_text, $2), is_bounced = is_bounced or kind <> 'CAMPAIGN', updated_at = now()
      where id = $1
      returning kind, mailbox_id
    `,
    [given.intentId, sender.words.slice(0, 1000)],
  );
  if (!mail) return;
  await restMailbox(given.workspaceId, sql, {
    mailboxId: mail.mailbox_id,
    sender,
    words: sender.words,
    now: given.at.getTime(),
  });
  if (mail.kind === 'CAMPAIGN')
    await jobs.enqueue(sql, sendReportedAgain, { intentId: given.intentId }, { key: `reported:${given.intentId}` });
}
