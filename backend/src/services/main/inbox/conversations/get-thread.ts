import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { OutgoingView } from '@skein/contracts/main/inbox-views';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { readLinkedIn } from './answer-on-linkedin';
import { absenceNote } from './absence';
import { countAnswers } from './answers.store';
import { findLastStep } from './conversation-flags.store';

import { readRows, type ConversationRecord } from './conversations.store';
import { toConversationRow } from './list-conversations';
import { attachmentsOf, toThreadMessages } from './message-view';
import { findOutgoing } from './outgoing.store';
import { answeredMessage, replyAddress, replySubject } from './reply-parts';
import {
  findLinkedInMessages,
  findMessage,
  findMessages,
  findSender,
  findSenders,
  sendsPlainText,
  stepNumbers,
} from './thread.store';
import { requireConversation } from './require-conversation';
import { toOutgoingView } from './outgoing-view';

type ThreadDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'heavyWork' | 'linkedIn'>;

/** A whole thread, safe to show, with what waits to leave and what a reply from here would look like. */
export async function getThread(deps: ThreadDeps, who: Who, enrolmentId: EnrolmentId) {
  const now = new Date(deps.campaignClock.now());
  const { messages, ...thread } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const conversation = await requireConversation(sql, who, enrolmentId);
    const record = (await readRows(who.workspaceId, sql, [enrolmentId], 'in')).get(enrolmentId) as ConversationRecord;
    const messages = await findMessages(who.workspaceId, sql, enrolmentId);
    const outgoing: OutgoingView[] = (await findOutgoing(who.workspaceId, sql, { enrolmentId })).map((row) =>
      toOutgoingView(row),
    );
    const sender = await findSender(who.workspaceId, sql, conversation.mailbox_id);
    const answered = answeredMessage(messages);
    return {
      conversation: toConversationRow(record, record.last_inbound_at ?? record.last_sent_at, now),
      messages,
      linkedin_messages: (await findLinkedInMessages(who.workspaceId, sql, enrolmentId)).map((message) => ({
        ...message,
        at: message.at.toISOString(),
      })),
      ...(await readLinkedIn(deps, sql, who, enrolmentId)),
      outgoing,
      answers: await countAnswers(who.workspaceId, sql, enrolmentId, who.userId),
      sequence_note: await sequenceNote(who.workspaceId, sql, record, now),
      reply_to: {
        ...replyAddress(answered, conversation.lead_email, sender?.from_email ?? null),
        subject: replySubject(answered?.subject ?? conversation.thread_subject ?? ''),
        from_email: sender?.from_email ?? null,
        message_id: answered ? Number(answered.id) : null,
        signature: sender?.signature ?? null,
        mailbox_id: sender?.id ?? null,
        senders: await findSenders(who.workspaceId, sql, {
          campaignId: conversation.campaign_id,
          mailboxId: conversation.mailbox_id,
          memberId: scopeOf(who).memberId,
        }),
        is_plain_text: await sendsPlainText(who.workspaceId, sql, conversation.campaign_id),
      },
    };
  });
  return { ...thread, messages: await toThreadMessages(deps.heavyWork, messages) };
}

const ended: Record<string, string> = {
  REPLIED: 'stopped by this reply',
  UNSUBSCRIBED: 'stopped because the lead asked not to be emailed',
  DO_NOT_CONTACT: 'stopped by the category Do Not Contact',
  BOUNCED: 'blocked by a bounce',
  MANUAL: 'stopped manually',
};

/** What became of the steps that are left, in one sentence; null while the sequence goes on. */
async function sequenceNote(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  record: ConversationRecord,
  now: Date,
): Promise<string | null> {
  if (record.hold_kind === 'OUT_OF_OFFICE') return absenceNote(record, now);
  if (record.hold_kind === 'COMPANY_REPLY') return 'The sequence waits because someone else of the company replied';
  if (record.hold_kind === 'RESTORED')
    return 'The sequence waits because the database was restored: the lead may have been emailed or may have opted out since the backup';
  const reason = record.reason ? ended[record.reason] : undefined;
  if (!reason || (record.status !== 'STOPPED' && record.status !== 'BLOCKED')) return null;
  const last = await findLastStep(sql, workspaceId, record.id);
  const left = (await stepNumbers(workspaceId, sql, record.campaign_id)).filter((number) => number > last);
  const scope = record.reason === 'REPLIED' ? ', in this campaign only' : ', in all campaigns';
  if (left.length === 0) return null;
  return `${left.length === 1 ? `Step ${left[0]}` : `Steps ${left[0]} to ${left.at(-1)}`} ${reason}${record.reason === 'MANUAL' ? '' : scope}`;
}

/** A short-lived address of an attachment; it is always saved, never shown in the page. @throws SkeinError NOT_FOUND */
export async function openAttachment(deps: Pick<MainDeps, 'db' | 'files'>, who: Who, messageId: number, index: number) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const message = await findMessage(who.workspaceId, sql, messageId);
    if (!message || message.enrolment_id === null) throw notFound('This attachment');
    await requireConversation(sql, who, message.enrolment_id);
    const file = attachmentsOf(message)[index];
    const key = message.attachments[index]?.storage_key;
    if (!file || !key) throw notFound('This attachment');
    return { url: deps.files.signGet(key, { seconds: 300, saveAs: file.name }) };
  });
}
