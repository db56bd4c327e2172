import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { findConversations, type Conversation } from './conversation-scope.store';
import type { Who } from '#access/access.api';
import { findMessages, findSender, type MessageRecord } from './thread.store';

/** Those of the conversations that this person may see, by id. */
export const visibleConversations = (
  sql: SqlClient,
  who: Who,
  enrolmentIds: readonly EnrolmentId[],
): Promise<Conversation[]> => findConversations(sql, who, enrolmentIds);

/** The emails of a conversation, oldest first, and the address that it is led from; null once that mailbox is gone. */
export async function readHistory(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  conversation: Pick<Conversation, 'id' | 'mailbox_id'>,
): Promise<{ messages: MessageRecord[]; mailbox: string | null }> {
  const sender = await findSender(workspaceId, sql, conversation.mailbox_id);
  return { messages: await findMessages(workspaceId, sql, conversation.id), mailbox: sender?.from_email ?? null };
}
