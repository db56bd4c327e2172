import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { keepRecordChange } from '../bulk/keep-record-change';
import { findAnswerable } from '../conversations/drafted-replies.store';
import { callBackIn } from '../conversations/send-reply';

type CallBackDeps = Pick<MainDeps, 'db' | 'live' | 'campaignClock' | 'realClock'>;

/**
 * Calls an email back. An answer that the AI drafted is kept for undoing, with what it answers; a person's own comes back to the composer.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION when it has begun to leave
 */
export const callBack = (deps: CallBackDeps, who: Who, statsId: string) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { record, view } = await callBackIn(deps, sql, who, statsId);
    const { id, enrolment_id: enrolmentId, to_email: toEmail, send_at: sendAt } = record;
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
