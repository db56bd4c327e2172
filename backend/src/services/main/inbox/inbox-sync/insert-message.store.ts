import type { CampaignId, EnrolmentId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { ReplyMatch } from '#engine/inbox-sync/match-reply';
import type { SqlClient } from '#platform/db/database';
import type { InboundClassification } from '#engine/inbox-sync/inbound.types';

/** A received mail, ready to be written: every text is free of what the database does not take. */
export interface InboundMail {
  mailboxId: MailboxId;
  dedupeKey: string;
  messageId: string;
  inReplyTo: string | null;
  references: string[];
  from: { name: string; address: string } | null;
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  /** What the sender wrote, without quotes and signature. */
  ownText: string;
  html: string | null;
  snippet: string;
  headers: Record<string, string>;
  attachments: StoredAttachment[];
  size: number;
  folder: string;
  at: Date;
  classification: InboundClassification;
}

interface StoredAttachment {
  name: string;
  content_type: string;
  size: number;
  content_id: string | null;
  is_inline: boolean;
  storage_key: string | null;
}

interface Place {
  enrolmentId: EnrolmentId;
  campaignId: CampaignId;
  leadId: LeadId;
  intentId: string;
}

/** An inbound email, the lead it was matched with, and its folder. */
interface MessageToInsert {
  mail: InboundMail;
  match: ReplyMatch;
  place: Place | null;
}

export async function insertMessage(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mail, match, place }: MessageToInsert,
): Promise<{ id: string; untracked_state: string | null } | null> {
  const { kind } = mail.classification;
  const { rows } = await sql.query<{ id: string; untracked_state: string | null }>(
    `
      insert into message (
        workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, intent_id, message_id,
          dedupe_key, in_reply_to, "references", from_email, from_name, to_emails, cc_emails, subject,
          text_body, html_body, snippet, kind, is_automatic, classification, match, headers, attachments,
          size, folder, at, untracked_state, suggestion
      )
      values (
        $1, 'in', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
          $22, $23, $24, $25, $26, $27,
          case
            when $28::text = 'OPEN' and exists (
              select from untracked_block b
              where b.workspace_id = $1 and untracked_matches(b.kind, b.value, $11, $15, $16)
            )
            then 'IGNORED'
            else $28::text
            end, $29
      )
      on conflict (mailbox_id, direction, dedupe_key)
      do nothing
      returning id, untracked_state
    `,
    [
      workspaceId,
      mail.mailboxId,
      place?.campaignId ?? null,
      place?.enrolmentId ?? null,
      place?.leadId ?? null,
      place?.intentId ?? null,
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
      kind,
      kind !== 'reply' && kind !== 'unsubscribe_request',
      JSON.stringify(mail.classification),
      JSON.stringify({ by: match.kind === 'match' ? match.by : null, evidence: match.evidence }),
      JSON.stringify(mail.headers),
      JSON.stringify(mail.attachments),
      mail.size,
      mail.folder,
      mail.at,
      place ? null : 'OPEN',
      match.kind === 'suggestion'
        ? JSON.stringify(
            match.candidates.map((candidate) => ({
              enrolment_id: Number(candidate.enrolmentId),
              intent_id: candidate.id,
              lead_email: candidate.leadEmail,
              subject: candidate.subject,
              sent_at: new Date(candidate.sentAt),
            })),
          )
        : null,
    ],
  );
  return rows[0] ?? null;
}
