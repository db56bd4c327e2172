import type { EnrolmentId, MailboxId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { forwardInput, replyInput, undoSeconds } from '@skein/contracts/main/inbox.contract';
import { attachmentMegabytes, limits } from '@skein/contracts/constants';
import { tooLargeTogether } from '@skein/contracts/main/attachment-size';
import { htmlToPlainText } from '@skein/template/plain-text';
import type { z } from 'zod';
import { messageIdentity } from '#engine/sending/message-identity';
import { derivePurposeKey } from '#platform/crypto/master-key';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { countAnswers, latestAnswer } from './answers.store';
import { markAnswered } from './conversation-flags.store';
import type { Conversation } from './conversation-scope.store';
import { reserveKey } from '#files/files.api';
import { removeDraft } from './drafts.store';
import { findOutgoing, insertOutgoing } from './outgoing.store';
import { uploadFolder } from './reply-files';
import { answeredMessage, forwarded, forwardSubject, quotation, replyAddress, replySubject } from './reply-parts';
import { findMessage, findMessages, findSender, findSenders, sendsPlainText, type MessageRecord } from './thread.store';
import { requireConversation } from './require-conversation';
import { toOutgoingView } from './outgoing-view';

export type ReplyDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'masterKey' | 'files' | 'live' | 'heavyWork'>;
export type ReplyInput = z.input<typeof replyInput>;
export type ForwardInput = z.input<typeof forwardInput>;
type Attachments = z.output<typeof replyInput>['attachments'];

/**
 * Answers in the thread: from the mailbox that the lead knows, with the references of the thread. It leaves after the time for
 * undoing (real seconds, whatever the speed of campaign time), or when it is scheduled for.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION without a mailbox, VALIDATION
 */
export async function replyToThread(deps: ReplyDeps, who: Who, enrolmentId: EnrolmentId, given: ReplyInput) {
  const input = replyInput.parse(given);
  const attachments = await checkAttachments(deps, who, input.attachments);
  const findAnswered = (sql: SqlClient) => answeredOf(sql, who, enrolmentId, input.message_id);
  const quote = await readBefore(deps, who, enrolmentId, { find: findAnswered, read: quotation });
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { conversation, sender } = await chooseSender(sql, who, enrolmentId, input.mailbox_id);
    if (!input.answer_anyway) await requireSeen(sql, who, enrolmentId, input.answers_seen);
    const answered = await findAnswered(sql);
    const html =
      withSignature(input.html, input.add_signature ? sender.signature : null) +
      (answered ? `<br>${await quote(answered)}` : '');
    const references = [
      ...new Set([
        ...conversation.thread_references,
        ...(answered ? [...answered.references, answered.message_id] : []),
      ]),
    ].slice(-50);
    const statsId = await reserve(deps, sql, who, {
      conversation,
      sender,
      mail: {
        kind: 'REPLY',
        toEmail: input.to_email ?? replyAddress(answered, conversation.lead_email, sender.from_email).to_email,
        cc: input.cc,
        bcc: input.bcc,
        subject: input.subject || replySubject(answered?.subject ?? conversation.thread_subject ?? ''),
        html,
        isPlainText: input.plain_text ?? (await sendsPlainText(who.workspaceId, sql, conversation.campaign_id)),
        inReplyTo: answered?.message_id ?? conversation.last_message_id,
        references,
        attachments,
        sendAt: input.send_at,
      },
    });
    await removeDraft(who.workspaceId, sql, enrolmentId, who.userId);
    await markAnswered(
      sql,
      { workspaceId: who.workspaceId, enrolmentId },
      input.snooze_until ? new Date(input.snooze_until) : input.snooze_until === undefined ? undefined : null,
    );
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return viewOf(sql, who, { statsId });
  });
}

/** Forwards a mail of the thread to somebody else, as a mail of its own: an answer to it is not the lead's. */
export async function forwardMessage(deps: ReplyDeps, who: Who, enrolmentId: EnrolmentId, given: ForwardInput) {
  const input = forwardInput.parse(given);
  const uploads = await checkAttachments(deps, who, input.attachments);
  const find = (sql: SqlClient) => requireMessage(sql, who, enrolmentId, input.message_id);
  const copy = await readBefore(deps, who, enrolmentId, { find, read: forwarded });
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { conversation, sender } = await chooseSender(sql, who, enrolmentId);
    const message = await find(sql);
    const received = input.include_attachments
      ? message.attachments.flatMap((file) =>
          file.storage_key
            ? [
                {
                  storage_key: file.storage_key,
                  name: file.name ?? 'attachment',
                  content_type: file.content_type ?? 'application/octet-stream',
                  size: file.size ?? 0,
                },
              ]
            : [],
        )
      : [];
    const [to, ...others] = input.to_emails;
    const statsId = await reserve(deps, sql, who, {
      conversation,
      sender,
      mail: {
        kind: 'FORWARD',
        toEmail: to as string,
        cc: [...others, ...input.cc],
        bcc: input.bcc,
        subject: input.subject || forwardSubject(message.subject),
        html: `${withSignature(input.html, input.add_signature ? sender.signature : null)}<br>${await copy(message)}`,
        inReplyTo: null,
        references: [],
        attachments: [...uploads, ...received],
        sendAt: undefined,
      },
    });
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return { outgoing: [await viewOf(sql, who, { statsId })] };
  });
}

/** The mail that an answer is to: the one that was chosen, or the newest that wants one. */
export const answeredOf = async (sql: SqlClient, who: Who, enrolmentId: EnrolmentId, messageId: number | undefined) =>
  messageId === undefined
    ? answeredMessage(await findMessages(who.workspaceId, sql, enrolmentId))
    : requireMessage(sql, who, enrolmentId, messageId);

/**
 * Reads a mail before the conversation is locked, because reading can wait for a thread. Should another mail be the one by then, it is read
 * when it is asked for.
 */
export async function readBefore<Found extends MessageRecord | null | undefined>(
  deps: ReplyDeps,
  who: Who,
  enrolmentId: EnrolmentId,
  { find, read }: { find: (sql: SqlClient) => Promise<Found>; read: typeof quotation },
): Promise<(message: MessageRecord) => Promise<string>> {
  const found = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireConversation(sql, who, enrolmentId);
    return find(sql);
  });
  const text = found ? await read(deps.heavyWork, found) : '';
  return async (message) => (message.id === found?.id ? text : read(deps.heavyWork, message));
}

/** The conversation is locked, so that of two answers that are sent at once the second one is asked. @throws SkeinError CONFLICT */
async function requireSeen(
  sql: SqlClient,
  who: Who,
  enrolmentId: EnrolmentId,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || (await countAnswers(who.workspaceId, sql, enrolmentId, who.userId)) <= seen) return;
  const latest = await latestAnswer(who.workspaceId, sql, enrolmentId, who.userId);
  throw new SkeinError(
    'CONFLICT',
    latest?.colleague
      ? `${latest.colleague} has answered here since you opened this conversation. Read it first, or send anyway.`
      : 'A new email arrived here since you opened this conversation. Read it first, or send anyway.',
    [{ field: 'answers_seen', message: 'is out of date' }],
  );
}

interface NewMail {
  kind: 'REPLY' | 'FORWARD';
  toEmail: string;
  cc: string[];
  bcc: string[];
  subject: string;
  html: string;
  isPlainText?: boolean;
  inReplyTo: string | null;
  references: string[];
  attachments: Attachments;
  sendAt: string | undefined;
  draftedBy?: 'AI';
}

/** The reply and the mailbox it is sent from. */
interface ReplyToReserve {
  conversation: Conversation;
  sender: { id: number; from_email: string };
  mail: NewMail;
}

export async function reserve(
  deps: ReplyDeps,
  sql: SqlClient,
  who: Who,
  { conversation, sender, mail }: ReplyToReserve,
): Promise<string> {
  const now = deps.campaignClock.now();
  const sendAt =
    mail.sendAt === undefined ? now + undoSeconds * 1000 * deps.campaignClock.scale() : Date.parse(mail.sendAt);
  if (sendAt < now) throw invalidField('send_at', 'lies in the past');
  const statsId = randomUUID();
  const identity = messageIdentity(
    derivePurposeKey(deps.masterKey, 'message-identity'),
    { enrolmentId: String(conversation.id), stepId: `by-hand:${statsId}` },
    sender.from_email.split('@')[1] ?? 'localhost',
  );
  await insertOutgoing(who.workspaceId, sql, {
    ...mail,
    ...identity,
    statsId,
    campaignId: conversation.campaign_id,
    enrolmentId: conversation.id,
    mailboxId: sender.id,
    sendAt: new Date(sendAt),
    html: mail.isPlainText ? null : mail.html,
    text: htmlToPlainText(mail.html, Infinity),
    createdBy: mail.draftedBy ? null : who.userId,
  });
  return statsId;
}

/**
 * Which mailbox answers a conversation: its own, or another connected one of its campaign. The conversation's own may be suspended or
 * failing: a reply is not refused for that, but waits for the mailbox and is tried again (`releaseIntent`).
 * @param mailboxId one of the senders that the thread allows; left out, the thread's own
 */
export async function chooseSender(sql: SqlClient, who: Who, enrolmentId: EnrolmentId, mailboxId?: MailboxId) {
  const conversation = await requireConversation(sql, who, enrolmentId, true);
  if (mailboxId !== undefined && mailboxId !== conversation.mailbox_id) {
    const senders = await findSenders(who.workspaceId, sql, {
      campaignId: conversation.campaign_id,
      mailboxId: conversation.mailbox_id,
      memberId: scopeOf(who).memberId,
    });
    const chosen = senders.find(({ id }) => id === mailboxId);
    if (!chosen) throw invalidField('mailbox_id', 'is no connected mailbox of this campaign');
    return { conversation, sender: chosen };
  }
  const sender = await findSender(who.workspaceId, sql, conversation.mailbox_id);
  if (!sender)
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      'The mailbox of this conversation is no longer connected. Connect it again to answer.',
    );
  return { conversation, sender };
}

async function requireMessage(
  sql: SqlClient,
  who: Who,
  enrolmentId: EnrolmentId,
  messageId: number,
): Promise<MessageRecord> {
  const message = await findMessage(who.workspaceId, sql, messageId);
  if (!message || message.enrolment_id !== enrolmentId) throw notFound('This email');
  return message;
}

export const withSignature = (html: string, signature: string | null) =>
  signature ? `${html}<br><br>${signature}` : html;

/** Only files that this workspace uploaded for replies may leave with one, and no more than allowed. @throws SkeinError VALIDATION */
export async function checkAttachments(
  deps: Pick<MainDeps, 'files'>,
  who: Who,
  attachments: Attachments,
): Promise<Attachments> {
  let total = 0;
  const checked: Attachments = [];
  for (const file of attachments) {
    if (!file.storage_key.startsWith(uploadFolder(who.workspaceId)))
      throw invalidField('attachments', 'must be files that were uploaded here');
    const stored = await deps.files.get(file.storage_key).catch(() => null);
    if (!stored) throw invalidField('attachments', `has a file that is not there: ${file.name}`);
    stored.stream.destroy();
    total += stored.size;
    if (stored.size > limits.attachmentBytes)
      throw invalidField('attachments', `has a file larger than ${attachmentMegabytes} MB: ${file.name}`);
    checked.push({ ...file, size: stored.size });
  }
  if (total > limits.allAttachmentsBytes) throw invalidField('attachments', tooLargeTogether);
  return checked;
}

/** An address to which the browser uploads one attachment. */
export async function signAttachment(
  deps: Pick<MainDeps, 'db' | 'files' | 'realClock'>,
  who: Who,
  file: { name: string; content_type: string; size: number },
) {
  const key = await reserveKey(deps, who.workspaceId, uploadFolder(who.workspaceId));
  return {
    storage_key: key,
    upload_url: deps.files.signPut(key, { type: file.content_type, maximum: file.size, seconds: 900 }),
  };
}

/** What became of a person's mail. @throws SkeinError NOT_FOUND */
export async function getOutgoing(
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  by: { statsId: string } | { messageId: string },
) {
  return deps.db.tenantSql(who.workspaceId, (sql) => viewOf(sql, who, by));
}

export async function viewOf(sql: SqlClient, who: Who, by: { statsId: string } | { messageId: string }) {
  const [record] = await findOutgoing(who.workspaceId, sql, by);
  if (!record) throw notFound('messageId' in by ? 'This reply' : 'This email');
  await requireConversation(sql, who, record.enrolment_id);
  return toOutgoingView(record);
}
