import type { EnrolmentId } from '@skein/contracts/ids';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { actOnRows } from '../bulk/change-rows';
import { insertDoneChange } from '../bulk/inbox-changes.store';
import { changeIn } from '../conversations/change-conversations';
import { findConversations } from '../conversations/conversation-scope.store';

/** What a person does to conversations; what is done in passing is not kept for undoing. */
interface AtOnce {
  enrolment_ids: readonly EnrolmentId[];
  action: ConversationAction;
  is_passing: boolean;
}

/**
 * Does one thing to one or many conversations, in one transaction, and keeps what they were. Those that this person may
 * not see count as unchanged.
 */
export const actAtOnce = (deps: MainDeps, who: Who, { enrolment_ids, action, is_passing }: AtOnce) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const asked = [...new Set(enrolment_ids)];
    if (is_passing) return { ...(await changeIn(deps, sql, who, { enrolmentIds: asked, action })), change_key: null };
    const at = new Date(deps.campaignClock.now());
    // What resumes a lead holds its campaign before the lead.
    const seen = await findConversations(sql, who, asked, action.do !== 'resume');
    const { changed, settle } = await actOnRows(
      { deps, sql, who, action },
      seen.map(({ id }) => id),
    );
    const rows = seen
      .map(({ id }) => ({ enrolment_id: id, ...settle(id) }))
      .filter(({ outcome }) => outcome === 'CHANGED');
    const answer = { changed, unchanged: asked.length - changed };
    if (rows.length === 0) return { ...answer, change_key: null };
    const now = new Date(deps.realClock.now());
    const id = await insertDoneChange(who.workspaceId, sql, { action, who, at, now, rows });
    return { ...answer, change_key: `change-${id}` };
  });
