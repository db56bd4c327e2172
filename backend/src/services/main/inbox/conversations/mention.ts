import type { MainDeps } from '#main/deps';
import type { SqlClient } from '#platform/db/database';
import { invalidField } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import type { Conversation } from './conversation-scope.store';
import { findColleagues, writeMentions } from './colleagues.store';
import { requireConversation } from './require-conversation';

const given = (who: Who, conversation: Conversation) => ({
  campaignId: conversation.campaign_id,
  userId: who.userId,
  clientId: who.client?.id ?? null,
});

/** Who can be mentioned here. @throws SkeinError NOT_FOUND */
export const listColleagues = (deps: Pick<MainDeps, 'db'>, who: Who, enrolmentId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const conversation = await requireConversation(sql, who, enrolmentId);
    return { colleagues: await findColleagues(who.workspaceId, sql, given(who, conversation)) };
  });

/** Notifies the people whom a note mentions. @throws SkeinError VALIDATION when one of them does not see the conversation */
export async function mention(
  sql: SqlClient,
  who: Who,
  conversation: Conversation,
  note: { id: number; userIds: readonly number[] },
): Promise<void> {
  if (note.userIds.length === 0) return;
  const known = new Set((await findColleagues(who.workspaceId, sql, given(who, conversation))).map(({ id }) => id));
  if (note.userIds.some((id) => !known.has(id)))
    throw invalidField('mentioned_user_ids', 'contains a person who can’t see this conversation');
  await writeMentions(who.workspaceId, sql, {
    noteId: note.id,
    enrolmentId: conversation.id,
    userIds: note.userIds,
    byUserId: who.userId,
  });
}
