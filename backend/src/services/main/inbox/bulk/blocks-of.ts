import type { EnrolmentId } from '@skein/contracts/ids';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { SqlClient } from '#platform/db/database';
import type { Who } from '#access/access.api';
import { doNotContact } from '#lifecycle/lifecycle.api';
import { findBlockIds } from './blocks-of.store';
import type { ConversationValues } from './inbox-changes.store';

/** The list that a person's Do Not Contact goes to: a client's own, or that of the whole workspace. */
export const listOf = (who: Who): number => who.client?.id ?? 0;

/** The entry that each lead has on the block list, as far as an action may bring one. */
export async function blocksOf(
  sql: SqlClient,
  who: Who,
  action: ConversationAction,
  enrolmentIds: readonly EnrolmentId[],
): Promise<(enrolmentId: EnrolmentId) => ConversationValues> {
  if (action.do !== 'category' || action.category_id !== doNotContact) return () => ({});
  const found = await findBlockIds(who.workspaceId, sql, enrolmentIds, listOf(who));
  return (id) => ({ block_id: found.get(id) ?? null });
}
