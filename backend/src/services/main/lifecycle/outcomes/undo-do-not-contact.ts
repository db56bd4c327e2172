import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

import { type LeadOfList, findBlock, findOthers, findEnded, lockBlock, deleteBlock } from './undo-do-not-contact.store';
import { restoreLead } from '../lead-state/restore-lead';

/** A person's own Do Not Contact, which that person undoes. */
interface DoNotContactToUndo extends LeadOfList {
  userId: UserId;
  /** Entries of the block list that the decision brought: no other is taken off. */
  ownBlocks: ReadonlySet<number>;
  /** Conversations that were decided with this one: they are undone too. */
  decidedTogether: ReadonlySet<number>;
  at: Date;
}

type UndoneDoNotContact =
  | { result: 'UNDONE'; resumed: number; kept: number; staysBlocked?: true }
  | { result: 'KEPT'; why: 'OTHERS' | 'SPOKEN' | 'ELSEWHERE' };

/**
 * Takes a Do Not Contact back: the address leaves the block list, and the leads that it ended continue as they were. It
 * stays where anything else asks for it: an unsubscribe, somebody else's decision, a rule's, an answer that came since,
 * or the same category in another campaign. A lead that ended by something else since stays ended. The caller holds the
 * person's leads (`holdLeadsOf`) and changes the category.
 */
export async function undoDoNotContact(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: DoNotContactToUndo,
): Promise<UndoneDoNotContact> {
  const { enrolmentId, clientScope, at } = given;
  const block = await findBlock(workspaceId, sql, given);
  if (block) {
    const held = await lockBlock(workspaceId, sql, block.id, given);
    const isOwn =
      held !== null && held.source === 'category' && held.created_by === given.userId && !held.stands_for_others;
    if (!isOwn) return { result: 'KEPT', why: 'OTHERS' };
    // An earlier decision of the same person brought it.
    if (!given.ownBlocks.has(held.id)) return { result: 'UNDONE', resumed: 0, kept: 0, staysBlocked: true };
  }
  const others = await findOthers(workspaceId, sql, { ...given, since: block?.created_at ?? null });
  if (others.has_opted_out) return { result: 'KEPT', why: 'OTHERS' };
  if (others.has_spoken) return { result: 'KEPT', why: 'SPOKEN' };
  if (others.marked.some((id) => !given.decidedTogether.has(id))) return { result: 'KEPT', why: 'ELSEWHERE' };
  if (!block) return { result: 'UNDONE', resumed: 0, kept: 0 };
  await deleteBlock(workspaceId, sql, block.id);
  const ended = await findEnded(workspaceId, sql, { enrolmentId, clientScope, endedAt: block.created_at });
  let resumed = 0;
  for (const { id, before } of ended)
    if (await restoreLead(workspaceId, sql, { enrolmentId: id, endedBy: 'DO_NOT_CONTACT', before, at })) resumed += 1;
  return { result: 'UNDONE', resumed, kept: ended.length - resumed };
}
