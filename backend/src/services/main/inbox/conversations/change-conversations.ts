import type { EnrolmentId } from '@skein/contracts/ids';
import { fixedCategories, systemCategories } from '@skein/contracts/constants';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { SqlClient } from '#platform/db/database';
import { invalidField } from '#platform/http/skein-error';
import { pauseLeads, resumeEnrolment, setCategory, holdCampaignsOf } from '#lifecycle/lifecycle.api';
import type { MainDeps } from '#main/deps';
import { checkAssignee, type Who } from '#access/access.api';
import { hasCategory, markMessages, writeFlag } from './conversation-flags.store';
import { findConversations, type Conversation } from './conversation-scope.store';

const day = 86_400_000;
type ChangeDeps = Pick<MainDeps, 'campaignClock' | 'live'>;

/** Does one thing to one or many conversations, in one transaction. Conversations that this person may not see count as unchanged. */
export async function changeConversations(
  deps: ChangeDeps & Pick<MainDeps, 'db'>,
  who: Who,
  enrolmentIds: readonly EnrolmentId[],
  action: ConversationAction,
) {
  return deps.db.tenantSql(who.workspaceId, (sql) => changeIn(deps, sql, who, { enrolmentIds, action }));
}

/** What a person does to conversations. */
interface ConversationChange {
  enrolmentIds: readonly EnrolmentId[];
  action: ConversationAction;
  /** What the conversations were is kept for undoing. */
  isKept?: boolean;
}

/** The same in a transaction that is open. */
export async function changeIn(
  deps: ChangeDeps,
  sql: SqlClient,
  who: Who,
  { enrolmentIds, action, isKept = false }: ConversationChange,
) {
  const at = new Date(deps.campaignClock.now());
  const asked = new Set(enrolmentIds);
  await checkAction(sql, who, action);
  if (action.do === 'resume')
    await holdCampaignsOf(
      sql,
      (await findConversations(sql, who, [...asked])).map((conversation) => conversation.id),
    );
  const found = await findConversations(sql, who, [...asked], true);
  const changed = await apply(sql, who, { found, action, at, isKept });
  const campaigns = [...new Set(found.map((conversation) => `campaign:${conversation.campaign_id}`))];
  if (changed > 0)
    await deps.live.publish(sql, who.workspaceId, [
      'inbox',
      ...(action.do === 'category' || action.do === 'resume' || action.do === 'pause'
        ? ['campaigns', ...campaigns]
        : []),
    ]);
  return { changed, unchanged: asked.size - changed };
}

/** @throws SkeinError VALIDATION when an action names a category or a person that it cannot */
export async function checkAction(sql: SqlClient, who: Who, action: ConversationAction): Promise<void> {
  if (action.do === 'category' && action.category_id !== null) await requireCategory(sql, who, action.category_id);
  if (action.do === 'assign') await checkAssignee(who, sql, 'user_id', action.user_id);
}

/** What is done to the conversations found. */
interface ChangeToApply {
  found: readonly Conversation[];
  action: ConversationAction;
  at: Date;
  isKept: boolean;
}

async function apply(sql: SqlClient, who: Who, { found, action, at, isKept }: ChangeToApply): Promise<number> {
  const ids = found.map((conversation) => conversation.id);
  const chosen = { workspaceId: who.workspaceId, ids };
  switch (action.do) {
    case 'read':
      await markMessages(sql, chosen, action.is_read);
      return writeFlag(sql, chosen, 'is_read', action.is_read);
    case 'important':
      return writeFlag(sql, chosen, 'is_important', action.is_important);
    case 'archive':
      return writeFlag(sql, chosen, 'is_archived', action.is_archived);
    case 'snooze':
      return writeFlag(sql, chosen, 'snoozed_until', action.until === null ? null : new Date(action.until));
    case 'assign':
      return writeFlag(sql, chosen, 'assigned_user_id', action.user_id);
    case 'category':
      return each(found, async (conversation) => {
        const isChanged = await setCategory(sql, {
          enrolmentId: conversation.id,
          categoryId: action.category_id,
          by: 'USER',
          at,
          evidence: { user_id: who.userId, ...(isKept ? { is_kept: true } : {}) },
          userId: who.userId,
          ofClient: who.client?.id ?? null,
        });
        return action.pause_lead
          ? (await pauseLeads(sql, [conversation.id], 'MANUAL')).paused.length > 0 || isChanged
          : isChanged;
      });
    case 'resume':
      return each(found, (conversation) =>
        resumeEnrolment(sql, {
          enrolmentId: conversation.id,
          at,
          notBefore: new Date(at.getTime() + action.delay_days * day),
        }),
      );
    case 'pause':
      return (await pauseLeads(sql, ids, 'MANUAL')).paused.length;
  }
}

async function each(
  found: readonly Conversation[],
  change: (conversation: Conversation) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  for (const conversation of found) if (await change(conversation)) changed += 1;
  return changed;
}

/** @throws SkeinError VALIDATION when the workspace has no such category, or the client may not use it */
async function requireCategory(sql: SqlClient, who: Who, categoryId: number): Promise<void> {
  const isFixed = [...fixedCategories, ...systemCategories].some(({ id }) => id === categoryId);
  const exists = isFixed || (await hasCategory(sql, who.workspaceId, categoryId));
  if (!exists || who.client?.restrictedCategories.includes(categoryId))
    throw invalidField('category_id', 'is no category of this workspace');
}
