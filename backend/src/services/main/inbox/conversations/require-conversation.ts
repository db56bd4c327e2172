import type { EnrolmentId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import { type Conversation, findConversations } from './conversation-scope.store';

/** @throws SkeinError NOT_FOUND when it does not exist or this person may not see it */
export async function requireConversation(
  sql: SqlClient,
  who: Who,
  enrolmentId: EnrolmentId,
  lock = false,
): Promise<Conversation> {
  const [found] = await findConversations(sql, who, [enrolmentId], lock);
  if (!found) throw notFound('This conversation');
  return found;
}
