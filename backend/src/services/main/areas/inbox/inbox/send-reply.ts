import { randomUUID } from 'node:crypto';
import { forwardInput, replyInput, undoSeconds } from '@skein/contracts/main/inbox.contract';
import { limits } from '@skein/contracts/constants';
import { htmlToPlainText } from '@skein/template/plain-text';
import type { z } from 'zod';
import { messageIdentity } from '../../../../../engine/sending/message-identity';
import { derivePurposeKey } from '../../../../../platform/crypto/master-key';
import type { SqlClient } from '../../../../../platform/db/database';
import { invalidField, notFound, SkeinError } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';
import type { Who } from '../../access/access.api';
import { countAnswers, latestAnswer } from './answers.store';
import { requireConversation, type Conversation } from './conversation-scope';
import { noteSignedFile } from '../../files/files.api';
import { removeDraft } from './drafts.store';
import { cancelOutgoing, findOutgoing, insertOutgoing, toOutgoingView } from './outgoing.store';
import { uploadFolder } from './reply-files';
import { answeredMessage, forwarded, forwardSubject, quotation, replyAddress, replySubject } from './reply-parts';
import { findMessage, findMessages, findSender, type MessageRecord } from './thread.store';

type ReplyDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'masterKey' | 'files' | 'live' | 'heavyWork'>;
export type ReplyInput = z.input<typeof replyInput>;
export type ForwardInput = z.input<typeof forwardInput>;
type Attachments = z.output<typeof replyInput>['attachments'];

/**
 * Answers in the thread: from the mailbox that the lead knows, with the references of the thread. It leaves after the time for
 * undoing (real seconds, whatever the speed of campaign time), or when it is scheduled for.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION without a mailbox, VALIDATION
 */
export async function replyToThread(deps: ReplyDeps, who: Who, enrolmentId: number, given: ReplyInput) {
  const input = replyInput.parse(given);
  const attachments = await checkAttachments(deps, who, input.attachments);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { conversation, sender } = await place(sql, who, enrolmentId);
    if (!input.answer_anyway) await requireSeen(sql, who, enrolmentId, input.answers_seen);
    const answered =
      input.message_id === undefined
        ? answeredMessage(await findMessages(who.workspaceId, sql, enrolmentId))
        : await requireMessage(sql, who, enrolmentId, input.message_id);
    const html =
      withSignature(input.html, input.add_signature ? sender.signature : null) +
      (answered ? `<br>${await quotation(deps.heavyWork, answered)}` : '');
    const references = [
      ...new Set([
        ...conversation.thread_references,
        ...(answered ? [...answered.references, answered.message_id] : []),
      ]),
    ].slice(-50);
    const statsId = await reserve(deps, sql, who, conversation, sender, {
      kind: 'REPLY',
      toEmail: input.to_email ?? replyAddress(answered, conversation.lead_email, sender.from_email).to_email,
      cc: input.cc,
      bcc: input.bcc,
      subject: input.subject || replySubject(answered?.subject ?? conversation.thread_subject ?? ''),
      html,
      inReplyTo: answered?.message_id ?? conversation.last_message_id,
      references,
      attachments,
      sendAt: input.send_at,
    });
    await removeDraft(who.workspaceId, sql, enrolmentId, who.userId);
    await sql.query(
      `
        update enrolment
        set is_read = true, snoozed_until = case when $3 then $4 else snoozed_until end, updated_at = now()
        where workspace_id = $1 and id = $2
      `,
      [
        who.workspaceId,
        enrolmentId,
        input.snooze_until !== undefined,
        input.snooze_until ? new Date(input.snooze_until) : null,
      ],
    );
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return viewOf(sql, who, statsId);
  });
}

/** Forwards a mail of the thread to somebody else, as a mail of its own: an answer to it is not the lead's. */
export async function forwardMessage(deps: ReplyDeps, who: Who, enrolmentId: number, given: ForwardInput) {
  const input = forwardInput.parse(given);
  const uploads = await checkAttachments(deps, who, input.attachments);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { conversation, sender } = await place(sql, who, enrolmentId);
    const message = await requireMessage(sql, who, enrolmentId, input.message_id);
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
    const statsId = await reserve(deps, sql, who, conversation, sender, {
      kind: 'FORWARD',
      toEmail: to as string,
      cc: [...others, ...input.cc],
      bcc: input.bcc,
      subject: input.subject || forwardSubject(message.subject),
      html: `${withSignature(input.html, input.add_signature ? sender.signature : null)}<br>${await forwarded(deps.heavyWork, message)}`,
      inReplyTo: null,
      references: [],
      attachments: [...uploads, ...received],
      sendAt: undefined,
    });
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return { outgoing: [await viewOf(sql, who, statsId)] };
  });
}

/** The conversation is locked, so that of two answers that are sent at once the second one is asked. @throws SkeinError CONFLICT */
async function requireSeen(sql: SqlClient, who: Who, enrolmentId: number, seen: number | undefined): Promise<void> {
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
  inReplyTo: string | null;
  references: string[];
  attachments: Attachments;
  sendAt: string | undefined;
}

async function reserve(
  deps: ReplyDeps,
  sql: SqlClient,
  who: Who,
  conversation: Conversation,
  sender: { id: number; from_email: string },
  mail: NewMail,
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
    text: htmlToPlainText(mail.html),
    createdBy: who.userId,
  });
  return statsId;
}

async function place(sql: SqlClient, who: Who, enrolmentId: number) {
  const conversation = await requireConversation(sql, who, enrolmentId, true);
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
  enrolmentId: number,
  messageId: number,
): Promise<MessageRecord> {
  const message = await findMessage(who.workspaceId, sql, messageId);
  if (!message || message.enrolment_id !== enrolmentId) throw notFound('This mail');
  return message;
}

const withSignature = (html: string, signature: string | null) => (signature ? `${html}<br><br>${signature}` : html);

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
      throw invalidField('attachments', `has a file larger than 15 MB: ${file.name}`);
    checked.push({ ...file, size: stored.size });
  }
  if (total > limits.attachmentsBytes) throw invalidField('attachments', 'are larger than 25 MB together');
  return checked;
}

/** An address to which the browser uploads one attachment. */
export async function signAttachment(
  deps: Pick<MainDeps, 'db' | 'files' | 'realClock'>,
  who: Who,
  file: { name: string; content_type: string; size: number },
) {
  const key = `${uploadFolder(who.workspaceId)}${randomUUID()}`;
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    noteSignedFile(who.workspaceId, sql, key, new Date(deps.realClock.now())),
  );
  return {
    storage_key: key,
    upload_url: deps.files.signPut(key, { type: file.content_type, maximum: file.size, seconds: 900 }),
  };
}

/** What became of a person's mail. @throws SkeinError NOT_FOUND */
export async function getOutgoing(deps: Pick<MainDeps, 'db'>, who: Who, statsId: string) {
  return deps.db.tenantSql(who.workspaceId, (sql) => viewOf(sql, who, statsId));
}

/** Calls a mail back; it comes with its content, for the composer. @throws SkeinError ILLEGAL_TRANSITION when it has begun to leave */
export async function callBack(deps: Pick<MainDeps, 'db' | 'live'>, who: Who, statsId: string) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [record] = await findOutgoing(who.workspaceId, sql, { statsId });
    if (!record) throw notFound('This mail');
    await requireConversation(sql, who, record.enrolment_id);
    if (!(await cancelOutgoing(who.workspaceId, sql, record.id)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'It is too late: the mail has left.');
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return viewOf(sql, who, statsId);
  });
}

async function viewOf(sql: SqlClient, who: Who, statsId: string) {
  const [record] = await findOutgoing(who.workspaceId, sql, { statsId });
  if (!record) throw notFound('This mail');
  await requireConversation(sql, who, record.enrolment_id);
  return toOutgoingView(record);
}
