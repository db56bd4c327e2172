import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { keepRecordChange } from '../bulk/keep-record-change';
import { findAnswerable } from '../conversations/drafted-replies.store';
import { cancelIntent, findOutgoing } from '../conversations/outgoing.store';
import { requireConversation } from '../conversations/require-conversation';
import { viewOf } from '../conversations/send-reply';

type CancelDeps = Pick<MainDeps, 'db' | 'live' | 'campaignClock' | 'realClock'>;

/**
 * Cancels a reply or forward that has not begun to leave: a person's own comes back with its content, for the composer; an answer that the
 * AI drafted (the veto of an automatic answer) is kept for undoing, with what it answers. Repeating the call, as after an answer that was
 * lost, returns the same. The system cancels drafted answers too: prisma/functions/withdraw_drafted_replies.sql.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION when it has begun to leave
 */
export const cancelOutgoing = (deps: CancelDeps, who: Who, statsId: string) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [record] = await findOutgoing(who.workspaceId, sql, { statsId });
    if (!record) throw notFound('This email');
    const { id, enrolment_id: enrolmentId, to_email: toEmail, send_at: sendAt } = record;
    await requireConversation(sql, who, enrolmentId);
    if (!(await cancelIntent(who.workspaceId, sql, id)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'Too late: the email was already sent.');
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    const view = await viewOf(sql, who, { statsId });
    if (record.drafted_by === null || record.state !== 'RESERVED') return { ...view, change_key: null };
    const answered = await findAnswerable(who.workspaceId, sql, { enrolmentId, toEmail });
    if (!answered) return { ...view, change_key: null };
    const changeKey = await keepRecordChange(deps, sql, who, {
      action: { do: 'cancel_answer', intent_id: id },
      of: {
        enrolmentId,
        before: { category_id: answered.category_id, newest_id: answered.newest_id, send_at: sendAt.toISOString() },
      },
    });
    return { ...view, change_key: changeKey };
  });
