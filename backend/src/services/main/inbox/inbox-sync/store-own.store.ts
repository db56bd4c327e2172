import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { InboundMail } from './insert-message.store';
import { isStored } from './store-inbound.store';

/**
 * A mail that was sent from the mailbox itself: ours, which settles a doubt about it, or one that a person wrote in their own
 * mail program into a thread of ours, which then stands in the conversation.
 */
export async function storeOwn(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mail: InboundMail,
): Promise<{ enrolmentId: EnrolmentId } | null> {
  const {
    rows: [ours],
  } = await sql.query<{ id: string; state: string }>(
    'select id, state from intent where workspace_id = $1 and (message_id = $2 or provider_message_id = $2)',
    [workspaceId, mail.messageId],
  );
  if (ours) {
    if (ours.state === 'IN_DOUBT') await confirmSent(sql, ours.id, mail.folder);
    return null;
  }
  const cited = [...new Set([...(mail.inReplyTo ? [mail.inReplyTo] : []), ...mail.references])];
  if (cited.length === 0) return null;
  const thread = await findThread(workspaceId, sql, cited);
  if (!thread) return null;
  if (await isStored(workspaceId, sql, mail, { direction: 'out', mailboxId: mail.mailboxId })) return null;
  return (await insertOutside(workspaceId, sql, mail, thread)) ? { enrolmentId: thread.id } : null;
}

interface Thread {
  id: number;
  campaign_id: CampaignId;
  lead_id: LeadId;
}

/** An unconfirmed email that stands in the mailbox's Sent folder was sent. */
async function confirmSent(sql: SqlClient, intentId: string, folder: InboundMail['folder']): Promise<void> {
  await sql.query(
    `
      update intent
      set state = 'SENT',
        doubt_evidence = coalesce(doubt_evidence, '{}'::jsonb) || jsonb_build_object('settled', true, 'found_in', $2::text),
        updated_at = now()
      where id = $1
    `,
    [intentId, folder],
  );
}

/** The conversation that was last written in, of those that the cited emails belong to. */
async function findThread(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  cited: readonly string[],
): Promise<Thread | undefined> {
  const {
    rows: [thread],
  } = await sql.query<Thread>(
    `
      select e.id, e.campaign_id, e.lead_id
      from enrolment e
      where e.workspace_id = $1
        and e.id in (
          select enrolment_id
          from intent
          where workspace_id = $1 and message_id = any($2)
          union all
          select enrolment_id
          from message
          where workspace_id = $1 and message_id = any($2)
        )
      order by e.last_sent_at desc nulls last
      limit 1
    `,
    [workspaceId, cited],
  );
  return thread;
}

/** Keeps the email in the conversation. @returns false when it is kept already */
async function insertOutside(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mail: InboundMail,
  thread: Thread,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      insert into message (
        workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, message_id, dedupe_key,
          in_reply_to, "references", from_email, from_name, to_emails, cc_emails, subject, text_body,
          html_body, snippet, kind, size, folder, at, is_read, attachments
      )
      values (
        $1, 'out', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 'outside', $18,
          $19, $20, true, $21
      )
      on conflict (mailbox_id, direction, dedupe_key)
      do nothing
    `,
    [
      workspaceId,
      mail.mailboxId,
      thread.campaign_id,
      thread.id,
      thread.lead_id,
      mail.messageId,
      mail.dedupeKey,
      mail.inReplyTo,
      mail.references,
      mail.from?.address ?? '',
      mail.from?.name || null,
      JSON.stringify(mail.to),
      JSON.stringify(mail.cc),
      mail.subject,
      mail.text,
      mail.html,
      mail.snippet,
      mail.size,
      mail.folder,
      mail.at,
      JSON.stringify(mail.attachments),
    ],
  );
  return rowCount === 1;
}
