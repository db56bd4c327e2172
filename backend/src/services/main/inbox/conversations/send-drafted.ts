import { notFound, SkeinError } from '#platform/http/skein-error';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';

import { findAnswerable, hasAnswerLeft } from './drafted-replies.store';
import { findOutgoing, hastenDrafted, reserveAgain } from './outgoing.store';
import { quotation, replyAddress, replySubject } from './reply-parts';
import { answeredOf, chooseSender, readBefore, reserve, viewOf, withSignature, type ReplyDeps } from './send-reply';
import { sendsPlainText } from './thread.store';
import { requireConversation } from './require-conversation';

/** An answer that the AI drafted to one reply. */
interface DraftedReply {
  enrolmentId: number;
  /** Row of the reply. */
  messageId: string;
  /** What the model found it to be; while it is, the rule may answer. */
  categoryId: number;
  html: string;
  delayMinutes: number;
}

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Reserves an answer that the AI drafted: an outgoing reply like any other, which leaves after the delay unless it is
 * stopped. The database stops it by itself when something new is written, the category changes or the lead wants no
 * email (`withdraw_drafted_replies`).
 * @returns its id; null where something has changed since the draft was asked for, or the rule has sent what it may in 24 hours
 */
export async function reserveDrafted(deps: ReplyDeps, who: Who, draft: DraftedReply): Promise<string | null> {
  const { enrolmentId, messageId } = draft;
  const find = {
    find: (sql: Parameters<typeof answeredOf>[0]) => answeredOf(sql, who, enrolmentId, Number(messageId)),
    read: quotation,
  };
  const quote = await readBefore(deps, who, enrolmentId, find);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { conversation, sender } = await chooseSender(sql, who, enrolmentId);
    const answered = await find.find(sql);
    if (!answered) return null;
    const { to_email: toEmail } = replyAddress(answered, conversation.lead_email, sender.from_email);
    // The lead, or who wrote for the lead. Where a header names a third address, a person decides.
    if (!isSameAddress(toEmail, conversation.lead_email) && !isSameAddress(toEmail, answered.from_email)) return null;
    const state = await findAnswerable(who.workspaceId, sql, { enrolmentId, toEmail });
    const mayAnswer =
      state?.category_id === draft.categoryId &&
      state.category_by === 'AI' &&
      state.newest_id === messageId &&
      !state.is_closed &&
      !state.has_open_reply &&
      !state.is_answered_by_rule;
    if (!mayAnswer || !(await hasAnswerLeft(who.workspaceId, sql))) return null;
    const now = deps.campaignClock.now();
    const statsId = await reserve(deps, sql, who, {
      conversation,
      sender,
      mail: {
        kind: 'REPLY',
        toEmail,
        cc: [],
        bcc: [],
        subject: replySubject(answered.subject),
        html: `${withSignature(draft.html, sender.signature)}<br>${await quote(answered)}`,
        isPlainText: await sendsPlainText(who.workspaceId, sql, conversation.campaign_id),
        inReplyTo: answered.message_id,
        references: [
          ...new Set([...conversation.thread_references, ...answered.references, answered.message_id]),
        ].slice(-50),
        attachments: [],
        // A delay for people: real minutes, whatever the speed of campaign time.
        sendAt: new Date(now + draft.delayMinutes * 60_000 * deps.campaignClock.scale()).toISOString(),
        draftedBy: 'AI',
      },
    });
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return statsId;
  });
}

/** An answer that a person cancelled, and what it answers. */
interface CancelledAnswer {
  enrolmentId: number;
  intentId: string;
  categoryId: number | null;
  newestId: string | null;
  /** How much of its delay was left, in campaign time. */
  left: number;
}

/**
 * Lets an answer that was cancelled wait for the rest of its delay, while the rule may still give it: nothing new is written, the
 * category is the model's and the same, and nobody has closed the conversation, answered, or used up the day.
 * @returns whether it waits again
 */
export async function waitAgain(
  deps: Pick<MainDeps, 'campaignClock'>,
  sql: SqlClient,
  who: Who,
  { enrolmentId, intentId, categoryId, newestId, left }: CancelledAnswer,
): Promise<boolean> {
  const [record] = await findOutgoing(who.workspaceId, sql, { intentId });
  if (!record) return false;
  const state = await findAnswerable(who.workspaceId, sql, { enrolmentId, toEmail: record.to_email });
  const isSame =
    state?.category_id === categoryId &&
    state.category_by === 'AI' &&
    state.newest_id === newestId &&
    !state.is_closed &&
    !state.has_open_reply &&
    !state.is_answered_by_rule;
  if (!isSame || !(await hasAnswerLeft(who.workspaceId, sql))) return false;
  return reserveAgain(who.workspaceId, sql, intentId, new Date(deps.campaignClock.now() + left));
}

/** A person does not wait for the end of the delay. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION when it left or was cancelled */
export async function sendDraftedNow(deps: Pick<MainDeps, 'db' | 'live' | 'campaignClock'>, who: Who, statsId: string) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [record] = await findOutgoing(who.workspaceId, sql, { statsId });
    if (!record) throw notFound('This email');
    await requireConversation(sql, who, record.enrolment_id);
    if (!(await hastenDrafted(who.workspaceId, sql, record.id, new Date(deps.campaignClock.now()))))
      throw new SkeinError('ILLEGAL_TRANSITION', 'It was sent or cancelled in the meantime.');
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return viewOf(sql, who, { statsId });
  });
}
