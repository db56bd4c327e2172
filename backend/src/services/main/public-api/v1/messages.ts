import type { CampaignId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { emailAddress } from '@skein/contracts/address-rules';
import { looksLikeHtml } from '@skein/template';
import { plainTextToHtml } from '@skein/template/plain-text';
import type { WireAttachment, WireMessage } from '@skein/contracts/v1/messages.contract';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError, invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign } from '#access/access.api';
import {
  requireConversation,
  safeContents,
  forwardMessage,
  replyToThread,
  readHistory as readStoredHistory,
  type MessageRecord,
} from '#inbox/inbox.api';
import { dropAttachments, fetchAttachments } from './fetch-attachments';
import { findConversationOfMail } from './messages.store';
import { findPlace } from './wire.store';

/** Kinds of received mail that are messages of a conversation; reports of mail servers are not. */
const shown = new Set(['reply', 'unsubscribe_request', 'out_of_office', 'auto_reply']);

/** A mail as the wire knows it. HTML of strangers is cleaned, and our own mails have no tracking in them. */
function toWireMessage(message: MessageRecord, body: string, mailbox: string | null, lead: string): WireMessage {
  const isSent = message.direction === 'out';
  return {
    stats_id: message.stats_id,
    type: isSent ? 'SENT' : 'REPLY',
    message_id: message.message_id,
    time: message.at,
    email_body: body,
    subject: message.subject,
    email_seq_number: isSent && message.seq_number !== null ? String(message.seq_number) : null,
    open_count: isSent ? (message.open_count ?? 0) : 0,
    click_count: isSent ? (message.click_count ?? 0) : 0,
    click_details: {},
    cc: message.cc_emails,
    from: message.from_email,
    to: isSent ? (message.to_emails[0] ?? lead) : (mailbox ?? message.to_emails[0] ?? ''),
  };
}

/** Messages of a conversation as they are stored. */
export interface StoredHistory {
  messages: MessageRecord[];
  mailbox: string | null;
  lead: string;
  asText: boolean;
}

/** Messages of a conversation, oldest first, for `writeHistory`. */
export async function loadHistory(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  conversation: { id: number; mailbox_id: MailboxId | null; lead_email: string },
  options: { after?: string; asText?: boolean } = {},
): Promise<StoredHistory> {
  const { messages: all, mailbox } = await readStoredHistory(sql, workspaceId, conversation);
  const messages = all.filter(
    (message) =>
      (message.direction === 'out' || shown.has(message.kind)) &&
      (options.after === undefined || message.at > new Date(options.after)),
  );
  const { lead_email: lead } = conversation;
  return { messages, mailbox, lead, asText: options.asText ?? false };
}

/** What the wire says of messages. Cleaning them can wait for a thread, for which no connection of the database is held. */
export async function writeHistory(work: MainDeps['heavyWork'], stored: StoredHistory) {
  const { messages, mailbox, lead } = stored;
  const bodies = stored.asText
    ? messages.map((message) => message.text_body)
    : (await safeContents(work, messages)).map((content) => content.html);
  return {
    history: messages.map((message, index) => toWireMessage(message, bodies[index] as string, mailbox, lead)),
    from: mailbox,
    to: lead,
  };
}

/** The conversation of a lead in a campaign. @throws SkeinError NOT_FOUND */
export async function conversationOfLead(sql: SqlClient, who: RequestActor, campaignId: CampaignId, leadId: LeadId) {
  await requireCampaign(sql, who, campaignId);
  const place = await findPlace(who.workspaceId, sql, { campaignId, by: { leadId } });
  if (!place) throw notFound('This lead', 'lead');
  return requireConversation(sql, who, place.id);
}

export async function readHistory(
  deps: Pick<MainDeps, 'db' | 'heavyWork'>,
  who: RequestActor,
  place: { campaignId: CampaignId; leadId: LeadId },
  query: { event_time_gt?: string; show_plain_text_response: boolean; offset: number; limit: number },
) {
  const stored = await deps.db.tenantSql(who.workspaceId, async (sql) =>
    loadHistory(sql, who.workspaceId, await conversationOfLead(sql, who, place.campaignId, place.leadId), {
      after: query.event_time_gt,
      asText: query.show_plain_text_response,
    }),
  );
  const answer = await writeHistory(deps.heavyWork, stored);
  return { ...answer, history: answer.history.slice(query.offset, query.offset + query.limit) };
}

export interface WireReply {
  email_stats_id?: string;
  lead_id?: LeadId;
  email_body: string;
  reply_message_id?: string;
  cc?: string[];
  bcc?: string[];
  to_email?: string;
  subject?: string;
  add_signature?: boolean;
  scheduled_time?: string;
  attachments: WireAttachment[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A Message-ID with its angle brackets. */
export const angled = (id: string): string => (id.startsWith('<') ? id : `<${id}>`);

/**
 * The conversation that a body means: by the stats id of one of its mails, or, for clients that cannot send one, by the lead.
 * A message id that is only context may be unknown: the newest mail is answered then.
 * @throws SkeinError NOT_FOUND, VALIDATION
 */
async function locate(
  deps: Pick<MainDeps, 'db'>,
  who: RequestActor,
  campaignId: CampaignId,
  by: { statsId?: string; leadId?: LeadId; messageId?: string; isContext?: boolean },
) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const known =
      by.statsId && uuid.test(by.statsId)
        ? await findConversationOfMail(who.workspaceId, sql, campaignId, by.statsId)
        : null;
    if (known === null && by.leadId === undefined) {
      if (by.statsId && uuid.test(by.statsId)) throw notFound('This e-mail');
      throw invalidField('email_stats_id', 'must be the stats_id of an email of this campaign');
    }
    const conversation =
      known === null
        ? await conversationOfLead(sql, who, campaignId, by.leadId as number)
        : await requireConversation(sql, who, known);
    const { messages } = await readStoredHistory(sql, who.workspaceId, conversation);
    const named =
      by.messageId === undefined
        ? undefined
        : messages.find((message) => message.message_id === angled(by.messageId as string));
    if (by.messageId !== undefined && !named && !by.isContext) throw notFound('This message');
    return { conversation, messages, named };
  });
}

function addresses(given: readonly string[] | undefined, field: string): string[] | undefined {
  return given?.map((each) => {
    const parsed = emailAddress.safeParse(each);
    if (!parsed.success) throw invalidField(field, `is not an address: ${each.slice(0, 80)}`);
    return parsed.data;
  });
}

/**
 * Answers in the thread, now or at the given time, with the files that are named by address. A body without tags is text.
 * @throws SkeinError NOT_FOUND, VALIDATION
 */
export async function sendReply(deps: MainDeps, who: RequestActor, campaignId: CampaignId, body: WireReply) {
  const { conversation, named } = await locate(deps, who, campaignId, {
    statsId: body.email_stats_id,
    leadId: body.lead_id,
    messageId: body.reply_message_id,
    isContext: body.email_stats_id !== undefined,
  });
  const html = looksLikeHtml(body.email_body) ? body.email_body : plainTextToHtml(body.email_body);
  const reply = {
    html,
    cc: addresses(body.cc, 'cc'),
    bcc: addresses(body.bcc, 'bcc'),
    to_email: addresses(body.to_email === undefined ? undefined : [body.to_email], 'to_email')?.[0],
    subject: body.subject,
    add_signature: body.add_signature,
    send_at: body.scheduled_time,
    message_id: named && Number(named.id),
  };
  const attachments = await fetchAttachments(deps, who, body.attachments);
  const outgoing = await replyToThread(deps, who, conversation.id, { ...reply, attachments }).catch(
    async (error: unknown) => {
      // Any other failure may come after the commit: then a mail names them, or the nightly sweep finds them.
      if (error instanceof SkeinError) await dropAttachments(deps, attachments);
      throw error;
    },
  );
  return { ok: true as const, data: 'success' as const, stats_id: outgoing.stats_id, message_id: outgoing.message_id };
}

export interface WireForward {
  statsId?: string;
  leadId?: LeadId;
  messageId?: string;
  to: string[];
  html?: string;
  subject?: string;
}

/** Forwards the named mail of a conversation, or its newest. */
export async function sendForward(deps: MainDeps, who: RequestActor, campaignId: CampaignId, body: WireForward) {
  const { conversation, messages, named } = await locate(deps, who, campaignId, body);
  const message = named ?? messages.at(-1);
  if (!message) throw notFound('This message');
  const {
    outgoing: [outgoing],
  } = await forwardMessage(deps, who, conversation.id, {
    message_id: Number(message.id),
    to_emails: addresses(body.to, 'to_emails') as string[],
    html: body.html,
    subject: body.subject,
  });
  return { ok: true as const, messageId: outgoing?.message_id ?? '', status: 'success' as const };
}
