import { isSameEnvelope, isSameMail, type MailIdentity } from '#engine/inbox-sync/mail-identity';
import type { DeliveryReport } from '#engine/inbox-sync/delivery-report';
import type { ReplyMatch } from '#engine/inbox-sync/match-reply';
import type { SqlClient } from '#platform/db/database';
import {
  queueWebhookNotice,
  learnAlias,
  recordUnsubscribe,
  recordOldBounce,
  recordInbound,
} from '#lifecycle/lifecycle.api';
import { type InboundMail, insertMessage } from './insert-message.store';

export type InboundResult =
  | { kind: 'duplicate' }
  | { kind: 'dropped' }
  | { kind: 'untracked'; messageRowId: string }
  | { kind: 'recorded'; messageRowId: string; campaignId: number; isStopped: boolean };

/** A received email as a listing of its folder shows it. */
export interface ListedEnvelope extends Omit<MailIdentity, 'text'> {
  messageId: string;
  /** In bytes; null where the server does not say. */
  size: number | null;
}

/** Which of these emails are stored already, by all that is known of them without their text. */
export async function findKnown<Listed extends ListedEnvelope>(
  workspaceId: number,
  sql: SqlClient,
  mailboxId: number,
  listed: readonly Listed[],
): Promise<Set<Listed>> {
  const { rows } = await sql.query<{ message_id: string; from_email: string; date: string | null; size: number }>(
    `
      select message_id, from_email, headers ->> 'date' as date, size
      from message
      where workspace_id = $1 and mailbox_id = $2 and message_id = any($3)
    `,
    [workspaceId, mailboxId, listed.map(({ messageId }) => messageId)],
  );
  return new Set(
    listed.filter((mail) =>
      rows.some(
        (row) =>
          row.message_id === mail.messageId &&
          (mail.size === null || mail.size === row.size) &&
          isSameEnvelope({ sender: row.from_email, date: row.date }, mail),
      ),
    ),
  );
}

const identityOf = (mail: InboundMail): MailIdentity => ({
  sender: mail.from?.address ?? '',
  date: mail.headers['date'] ?? null,
  text: mail.headers['x-skein-broken'] === undefined ? mail.text : null,
});

/** Where an email with the Message-ID of another one would be the same. */
interface KnownPlace {
  direction: 'in' | 'out';
  mailboxId?: number;
  enrolmentId?: number;
}

/** Whether this very email is stored there. Its Message-ID alone does not tell, because it is the sender's choice. */
export async function isStored(
  workspaceId: number,
  sql: SqlClient,
  mail: InboundMail,
  { direction, mailboxId, enrolmentId }: KnownPlace,
): Promise<boolean> {
  const { rows } = await sql.query<{ sender: string; date: string | null; text: string | null }>(
    `
      select from_email as sender, headers ->> 'date' as date,
        case when headers ? 'x-skein-broken' then null else text_body end as text
      from message
      where workspace_id = $1
        and message_id = $2
        and direction = $3
        and ($4::int is null or mailbox_id = $4)
        and ($5::int is null or enrolment_id = $5)
    `,
    [workspaceId, mail.messageId, direction, mailboxId ?? null, enrolmentId ?? null],
  );
  return rows.some((row) => isSameMail(row, identityOf(mail)));
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

/** An inbound email, the lead it was matched with, and the report it carries. */
interface InboundToStore {
  mail: InboundMail;
  match: ReplyMatch;
  report: DeliveryReport | null;
}

/**
 * Writes a received mail with everything that follows from it, in one transaction; the same mail a second time changes nothing.
 * @param report what a delivery report says of the mail that it returns
 */
export async function storeInbound(
  workspaceId: number,
  sql: SqlClient,
  { mail, match, report }: InboundToStore,
): Promise<InboundResult> {
  if (await isStored(workspaceId, sql, mail, { direction: 'in', mailboxId: mail.mailboxId }))
    return { kind: 'duplicate' };
  if (match.kind === 'match') return storeReply(workspaceId, sql, mail, match);
  if (report)
    await recordOldBounce(sql, {
      workspaceId,
      at: mail.at,
      classification: mail.classification,
      cited: { envelopeId: report.envelopeId, messageIds: report.originalMessageIds },
    });
  return isUntracked(mail, match) ? storeUntracked(workspaceId, sql, mail, match) : { kind: 'dropped' };
}

/** Stores an email that belongs to no lead, and tells the workspace's webhooks unless its lists set the email aside. */
async function storeUntracked(
  workspaceId: number,
  sql: SqlClient,
  mail: InboundMail,
  match: ReplyMatch,
): Promise<InboundResult> {
  const row = await insertMessage(workspaceId, sql, { mail, match, place: null });
  if (row === null) return { kind: 'duplicate' };
  if (mail.classification.kind === 'unsubscribe_request') await unsubscribeByOldMail(workspaceId, sql, mail, row.id);
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
  return { kind: 'untracked', messageRowId: row.id };
}

/** Stores a lead's email and does what follows from it for the lead. */
async function storeReply(
  workspaceId: number,
  sql: SqlClient,
  mail: InboundMail,
  match: Extract<ReplyMatch, { kind: 'match' }>,
): Promise<InboundResult> {
  const enrolmentId = Number(match.candidate.enrolmentId);
  const {
    rows: [place],
  } = await sql.query<{ campaign_id: number; lead_id: number }>(
    'select campaign_id, lead_id from enrolment where workspace_id = $1 and id = $2 for update',
    [workspaceId, enrolmentId],
  );
  if (!place) return { kind: 'dropped' };
  // The same mail in another mailbox of the workspace (both were addressed) is one answer.
  if (await isStored(workspaceId, sql, mail, { direction: 'in', enrolmentId })) return { kind: 'duplicate' };
  const row = await insertMessage(workspaceId, sql, {
    mail,
    match,
    place: {
      enrolmentId,
      campaignId: place.campaign_id,
      leadId: place.lead_id,
      intentId: match.candidate.id,
    },
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
    ownText: mail.ownText,
    match: { by: match.by, evidence: match.evidence },
  });
  return effect ? { kind: 'recorded', messageRowId: row.id, ...effect } : { kind: 'dropped' };
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
        and kind in ('CAMPAIGN', 'REPLY', 'SINGLE')
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
