import type { CampaignId, EnrolmentId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** A mail that a person sends: its place in the queue and its content. */
export interface OutgoingRecord extends Pick<
  StoredIntent,
  | 'id'
  | 'stats_id'
  | 'state'
  | 'message_id'
  | 'send_at'
  | 'sent_at'
  | 'to_email'
  | 'cc'
  | 'bcc'
  | 'subject'
  | 'body_html'
  | 'body_text'
  | 'failure_text'
  | 'smtp_response'
  | 'drafted_by'
  | 'created_by'
> {
  kind: 'REPLY' | 'FORWARD';
  enrolment_id: EnrolmentId;
  attachments: { storage_key: string; name: string; content_type: string; size: number }[];
  created_name: string | null;
}

const columns = `i.id, i.stats_id, i.kind, i.state, i.message_id, i.enrolment_id, i.send_at, i.sent_at, i.to_email, i.cc,
  i.bcc, i.subject, i.body_html, i.body_text, i.failure_text, i.smtp_response, i.attachments, i.drafted_by, i.created_by,
  coalesce(u.name, u.email) AS created_name`;

/** What waits, is on its way or failed of a conversation; or one mail by its id, whatever became of it. */
export async function findOutgoing(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  by: { enrolmentId: EnrolmentId } | { statsId: string } | { messageId: string } | { intentId: string },
): Promise<OutgoingRecord[]> {
  const [where, value] =
    'messageId' in by
      ? ['i.message_id = $2', by.messageId]
      : 'statsId' in by
        ? [`i.stats_id = $2`, by.statsId]
        : 'intentId' in by
          ? ['i.id = $2', by.intentId]
          : [`i.enrolment_id = $2 AND i.state IN ('RESERVED', 'SUBMITTING', 'FAILED')`, by.enrolmentId];
  return (
    await sql.query<OutgoingRecord>(
      `
        select ${columns}
        from intent i
        left join app_user u on u.id = i.created_by
        where i.workspace_id = $1 and ${where} and i.kind in ('REPLY', 'FORWARD')
        order by i.send_at, i.id
        limit 100
      `,
      [workspaceId, value],
    )
  ).rows;
}

/** Cancels a reply or forward that has not begun to leave. @returns whether it was in time */
export async function cancelIntent(workspaceId: WorkspaceId, sql: SqlClient, intentId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update intent
      set state = 'CANCELLED', cancel_reason = 'CALLED_BACK', lease_owner = null, leased_until = null,
        updated_at = now()
      where workspace_id = $1 and id = $2
        and (state in ('RESERVED', 'FAILED') or (state = 'CANCELLED' and cancel_reason = 'CALLED_BACK'))
    `,
    [workspaceId, intentId],
  );
  return rowCount === 1;
}

/** Lets an answer that the AI drafted, and that a person cancelled, wait again. @returns whether it was still cancelled */
export async function reserveAgain(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  intentId: string,
  sendAt: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update intent
      set state = 'RESERVED', cancel_reason = null, send_at = $3, slot_at = $3, updated_at = now()
      where workspace_id = $1 and id = $2 and state = 'CANCELLED' and cancel_reason = 'CALLED_BACK'
        and drafted_by is not null
    `,
    [workspaceId, intentId, sendAt],
  );
  return rowCount === 1;
}

/** Lets an answer that the AI drafted leave at once. @returns whether it still waits */
export async function hastenDrafted(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  intentId: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update intent
      set send_at = least(send_at, $3), updated_at = now()
      where workspace_id = $1 and id = $2 and state = 'RESERVED' and drafted_by is not null
    `,
    [workspaceId, intentId, at],
  );
  return rowCount === 1;
}

export interface NewOutgoing {
  kind: 'REPLY' | 'FORWARD';
  statsId: string;
  campaignId: CampaignId;
  enrolmentId: EnrolmentId;
  mailboxId: MailboxId;
  sendAt: Date;
  messageId: string;
  envelopeId: string;
  toEmail: string;
  cc: string[];
  bcc: string[];
  subject: string;
  /** null: plain text only. */
  html: string | null;
  text: string;
  inReplyTo: string | null;
  references: string[];
  attachments: OutgoingRecord['attachments'];
  draftedBy?: 'AI';
  createdBy: number | null;
}

/** Reserves a person's mail; the sending lanes take it when its time comes, whatever the campaign's state. */
export async function insertOutgoing(workspaceId: WorkspaceId, sql: SqlClient, mail: NewOutgoing): Promise<void> {
  await sql.query(
    `
      insert into intent (
        workspace_id, kind, stats_id, campaign_id, enrolment_id, mailbox_id, state, slot_at, send_at,
          message_id, envelope_id, to_email, cc, bcc, subject, body_html, body_text, in_reply_to,
          "references", attachments, created_by, drafted_by
      )
      values (
        $1, $2, $3, $4, $5, $6, 'RESERVED', $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
      )
    `,
    [
      workspaceId,
      mail.kind,
      mail.statsId,
      mail.campaignId,
      mail.enrolmentId,
      mail.mailboxId,
      mail.sendAt,
      mail.messageId,
      mail.envelopeId,
      mail.toEmail,
      mail.cc,
      mail.bcc,
      mail.subject,
      mail.html,
      mail.text,
      mail.inReplyTo,
      mail.references,
      JSON.stringify(mail.attachments),
      mail.createdBy,
      mail.draftedBy ?? null,
    ],
  );
}
