import { isFreeMailDomain } from '../../../../../engine/inbox-sync/free-mail-domains';
import type { DeliveryReport } from '../../../../../engine/inbox-sync/delivery-report';
import type { ReplyMatch } from '../../../../../engine/inbox-sync/match-reply';
import { splitQuote } from '../../../../../engine/inbox-sync/strip-quote';
import type { SqlClient } from '../../../../../platform/db/database';
import {
  queueWebhookNotice,
  learnAlias,
  recordUnsubscribe,
  recordOldBounce,
  recordInbound,
} from '../../lifecycle/lifecycle.api';
import type { InboundClassification } from '../../../../../engine/inbox-sync/inbound.types';

/** A received mail, ready to be written: every text is free of what the database does not take. */
export interface InboundMail {
  mailboxId: number;
  dedupeKey: string;
  messageId: string;
  inReplyTo: string | null;
  references: string[];
  from: { name: string; address: string } | null;
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  html: string | null;
  snippet: string;
  headers: Record<string, string>;
  attachments: StoredAttachment[];
  size: number;
  folder: string;
  at: Date;
  classification: InboundClassification;
}

export interface StoredAttachment {
  name: string;
  content_type: string;
  size: number;
  content_id: string | null;
  is_inline: boolean;
  storage_key: string | null;
}

export type InboundResult =
  | { kind: 'duplicate' }
  | { kind: 'dropped' }
  | { kind: 'untracked' }
  | { kind: 'recorded'; campaignId: number; isStopped: boolean };

/** Which of these mails are known already. */
export async function findKnown(
  workspaceId: number,
  sql: SqlClient,
  mailboxId: number,
  dedupeKeys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql.query<{ dedupe_key: string }>(
    'select dedupe_key from message where workspace_id = $1 and mailbox_id = $2 and dedupe_key = any($3)',
    [workspaceId, mailboxId, dedupeKeys],
  );
  return new Set(rows.map((row) => row.dedupe_key));
}

/** Whether an address is one of the workspace's own mailboxes. */
export async function isOwnAddress(workspaceId: number, sql: SqlClient, address: string): Promise<boolean> {
  const { rows } = await sql.query('select 1 from mailbox where workspace_id = $1 and from_email = $2', [
    workspaceId,
    address,
  ]);
  return rows.length > 0;
}

/** Whether we sent this mail: it came back as a copy. */
export async function isOurMail(workspaceId: number, sql: SqlClient, messageId: string): Promise<boolean> {
  const { rows } = await sql.query(
    'select 1 from intent where workspace_id = $1 and (message_id = $2 or provider_message_id = $2) limit 1',
    [workspaceId, messageId],
  );
  return rows.length > 0;
}

/** Unmatched mail that is worth showing: what a person wrote, and anything that may be a lead's. */
function isUntracked(mail: InboundMail, match: ReplyMatch): boolean {
  const { kind } = mail.classification;
  if (kind === 'bounce' || kind === 'complaint' || kind === 'other') return false;
  return (
    match.kind === 'suggestion' ||
    ((kind === 'reply' || kind === 'unsubscribe_request') && !/junk|spam/i.test(mail.folder))
  );
}

/** The lead that an unmatched mail seems to come from: the first one of those suggested. */
async function suggestedPlace(
  workspaceId: number,
  sql: SqlClient,
  match: ReplyMatch,
): Promise<{ leadId?: number; enrolmentId?: number; campaignId?: number }> {
  const first = match.kind === 'suggestion' ? match.candidates[0] : undefined;
  if (!first) return {};
  const { rows } = await sql.query<{ id: number; lead_id: number; campaign_id: number }>(
    'select id, lead_id, campaign_id from enrolment where workspace_id = $1 and id = $2',
    [workspaceId, Number(first.enrolmentId)],
  );
  const [place] = rows;
  return place ? { leadId: place.lead_id, enrolmentId: place.id, campaignId: place.campaign_id } : {};
}

/**
 * Writes a received mail with everything that follows from it, in one transaction; the same mail a second time changes nothing.
 * @param report what a delivery report says of the mail that it returns
 */
export async function storeInbound(
  workspaceId: number,
  sql: SqlClient,
  mail: InboundMail,
  match: ReplyMatch,
  report: DeliveryReport | null,
): Promise<InboundResult> {
  if (match.kind !== 'match') {
    if (report)
      await recordOldBounce(sql, {
        workspaceId,
        at: mail.at,
        classification: mail.classification,
        cited: { envelopeId: report.envelopeId, messageIds: report.originalMessageIds },
      });
    if (!isUntracked(mail, match)) return { kind: 'dropped' };
    const row = await insertMessage(workspaceId, sql, mail, match, null);
    if (row === null) return { kind: 'duplicate' };
    if (mail.classification.kind === 'unsubscribe_request') await unsubscribeByOldMail(workspaceId, sql, mail, row.id);
    // What the workspace's lists set aside is told to nobody.
    if (row.untracked_state === 'IGNORED') return { kind: 'dropped' };
    await queueWebhookNotice(sql, {
      workspaceId,
      type: 'UNTRACKED_REPLIES',
      ...(await suggestedPlace(workspaceId, sql, match)),
      data: {
        sender: mail.from?.address ?? null,
        from_email: mail.from?.address ?? null,
        to: mail.to,
        subject: mail.subject,
        body: { html: mail.html, text: mail.text },
        received_time: mail.at.toISOString(),
        message_id: mail.messageId,
        description: `A reply from ${mail.from?.address ?? 'somebody'} belongs to no lead.`,
      },
    });
    return { kind: 'untracked' };
  }
  const enrolmentId = Number(match.candidate.enrolmentId);
  const {
    rows: [place],
  } = await sql.query<{ campaign_id: number; lead_id: number }>(
    'select campaign_id, lead_id from enrolment where workspace_id = $1 and id = $2 for update',
    [workspaceId, enrolmentId],
  );
  if (!place) return { kind: 'dropped' };
  // The same mail in another mailbox of the workspace (both were addressed) is one answer.
  const { rowCount: known } = await sql.query(
    `select 1 from message where workspace_id = $1 and message_id = $2 and enrolment_id = $3 and direction = 'in'`,
    [workspaceId, mail.messageId, enrolmentId],
  );
  if (known) return { kind: 'duplicate' };
  const row = await insertMessage(workspaceId, sql, mail, match, {
    enrolmentId,
    campaignId: place.campaign_id,
    leadId: place.lead_id,
    intentId: match.candidate.id,
  });
  if (row === null) return { kind: 'duplicate' };
  const isAlias =
    match.fromOtherAddress &&
    match.by !== 'alias' &&
    mail.from !== null &&
    ['reply', 'unsubscribe_request', 'out_of_office'].includes(mail.classification.kind);
  if (isAlias && mail.from)
    await learnAlias(sql, {
      workspaceId,
      leadId: place.lead_id,
      email: mail.from.address,
      evidence: { message: row.id, by: match.by, evidence: match.evidence },
    });
  const effect = await recordInbound(sql, {
    workspaceId,
    messageRowId: row.id,
    messageId: mail.messageId,
    enrolmentId,
    intentId: match.candidate.id,
    at: mail.at,
    classification: mail.classification,
    ownText: splitQuote(mail.text).own,
    match: { by: match.by, evidence: match.evidence },
    isFreeMailDomain,
  });
  return effect ? { kind: 'recorded', ...effect } : { kind: 'dropped' };
}

/**
 * A mail stays with whom it was sent to when its campaign, or its lead in it, is deleted: who asks there to be left alone is left alone.
 * What the answer cites decides, then the address it was written to from this mailbox.
 */
async function unsubscribeByOldMail(
  workspaceId: number,
  sql: SqlClient,
  mail: InboundMail,
  messageRowId: string,
): Promise<void> {
  const {
    rows: [old],
  } = await sql.query<{ id: string }>(
    `
      select id
      from intent
      where workspace_id = $1
        and enrolment_id is null
        and kind in ('CAMPAIGN', 'REPLY')
        and state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
        and (message_id = any($2) or provider_message_id = any($2) or (mailbox_id = $3 and to_email = $4))
      order by (message_id = any($2) or coalesce(provider_message_id = any($2), false)) desc, id desc
      limit 1
    `,
    [
      workspaceId,
      [...(mail.inReplyTo ? [mail.inReplyTo] : []), ...mail.references],
      mail.mailboxId,
      mail.from?.address ?? '',
    ],
  );
  if (old)
    await recordUnsubscribe(sql, {
      intentId: BigInt(old.id),
      at: mail.at,
      evidence: { by: 'unsubscribe_request', message: messageRowId, rules: mail.classification.evidence },
    });
}

interface Place {
  enrolmentId: number;
  campaignId: number;
  leadId: number;
  intentId: string;
}

async function insertMessage(
  workspaceId: number,
  sql: SqlClient,
  mail: InboundMail,
  match: ReplyMatch,
  place: Place | null,
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

/**
 * A mail that was sent from the mailbox itself: ours, which settles a doubt about it, or one that a person wrote in their own
 * mail program into a thread of ours, which then stands in the conversation.
 */
export async function storeOwn(
  workspaceId: number,
  sql: SqlClient,
  mail: InboundMail,
): Promise<{ enrolmentId: number } | null> {
  const {
    rows: [ours],
  } = await sql.query<{ id: string; state: string }>(
    'select id, state from intent where workspace_id = $1 and (message_id = $2 or provider_message_id = $2)',
    [workspaceId, mail.messageId],
  );
  if (ours) {
    if (ours.state === 'IN_DOUBT')
      await sql.query(
        `
          update intent
          set state = 'SENT',
            doubt_evidence = coalesce(doubt_evidence, '{}'::jsonb) || jsonb_build_object('settled', true, 'found_in', $2::text),
            updated_at = now()
          where id = $1
        `,
        [ours.id, mail.folder],
      );
    return null;
  }
  const cited = [...new Set([...(mail.inReplyTo ? [mail.inReplyTo] : []), ...mail.references])];
  if (cited.length === 0) return null;
  const {
    rows: [thread],
  } = await sql.query<{ id: number; campaign_id: number; lead_id: number }>(
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
  if (!thread) return null;
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
  return rowCount === 1 ? { enrolmentId: thread.id } : null;
}
