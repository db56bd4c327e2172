import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import {
  doNotContact,
  holdLeadsOf,
  setCategory,
  undoDoNotContact,
  undoPushesOfCategory,
} from '#lifecycle/lifecycle.api';
import { checkAction } from '../conversations/change-conversations';
import { findConversations } from '../conversations/conversation-scope.store';
import type { InUndoBatch } from './batch.types';
import { listOf } from './blocks-of';
import { findChangedSince } from './changed-since.store';
import { changedSince } from './changed-since';
import { findStates } from './conversation-states.store';
import { findOfChange, type InboxChangeRow, type SettledRow } from './inbox-changes.store';
import { areEqual, valuesOf } from './step-back';

type CategoryAction = Extract<ConversationAction, { do: 'category' }>;
type CategoryUndo = Omit<InUndoBatch, 'action'> & { action: CategoryAction };

/** Why a conversation keeps its category, or a lead its place. */
const noFormer = 'The category from before is no longer available';
const staysBlocked = 'The address stays on the block list, where it was before';
const keptWords = {
  OTHERS: 'Someone else asked for it too, or the person opted out',
  SPOKEN: 'The person has written since',
  ELSEWHERE: 'The person is marked Do Not Contact in another campaign',
} as const;
const hasBegun = 'A subsequence has begun to email the lead';

/**
 * Gives conversations the category that they had, where nobody changed it since, and undoes what followed from the new
 * one: Do Not Contact's entry on the block list and the ends of leads, and the leads that subsequences took. No
 * subsequence takes a lead because of the old category.
 */
export async function undoCategories(batch: CategoryUndo, rows: readonly InboxChangeRow[]): Promise<SettledRow[]> {
  const { deps, sql, who, action, change } = batch;
  const ids = rows.map((row) => row.enrolment_id);
  await holdLeadsOf(who.workspaceId, sql, ids);
  const seen = new Set((await findConversations(sql, who, ids)).map(({ id }) => id));
  const states = await findStates(who.workspaceId, sql, ids);
  const again = await findChangedSince(who.workspaceId, sql, ids, { ...change, action });
  const together = await findOfChange(who.workspaceId, sql, change.id);
  const settled: SettledRow[] = [];
  for (const row of rows) {
    const state = seen.has(row.enrolment_id) ? states.get(row.enrolment_id) : undefined;
    const isOpen = state !== undefined && !again.has(row.enrolment_id) && areEqual(row.after, valuesOf(state, action));
    const hasFormer = await mayChoose(sql, who, (row.before?.['category_id'] as number | null) ?? null);
    settled.push({
      enrolment_id: row.enrolment_id,
      ...(isOpen && hasFormer
        ? await undoOne(batch, row, together)
        : { outcome: 'KEPT', reason: isOpen ? noFormer : changedSince(action) }),
    });
  }
  await deps.live.publish(sql, who.workspaceId, ['inbox', 'campaigns', 'leads', 'block-list']);
  return settled;
}

async function undoOne(
  { deps, sql, who, action, change }: CategoryUndo,
  { enrolment_id: enrolmentId, before }: InboxChangeRow,
  together: Awaited<ReturnType<typeof findOfChange>>,
): Promise<Omit<SettledRow, 'enrolment_id'>> {
  const at = new Date(deps.campaignClock.now());
  let resumed = 0;
  let isBlocked = false;
  if (action.category_id === doNotContact) {
    const undone = await undoDoNotContact(who.workspaceId, sql, {
      enrolmentId,
      clientScope: listOf(who),
      userId: who.userId,
      ownBlocks: together.blocks,
      decidedTogether: together.conversations,
      at,
    });
    if (undone.result === 'KEPT') return { outcome: 'KEPT', reason: keptWords[undone.why] };
    ({ resumed, staysBlocked: isBlocked = false } = undone);
  }
  await setCategory(sql, {
    enrolmentId,
    categoryId: (before?.['category_id'] as number | null) ?? null,
    by: (before?.['category_by'] as 'USER' | 'RULE' | 'AI' | null) ?? 'USER',
    at,
    evidence: { user_id: who.userId },
    userId: who.userId,
    ofClient: who.client?.id ?? null,
    isUndo: true,
  });
  const kept =
    action.category_id === null || change.at === null
      ? 0
      : await undoPushesOfCategory(who.workspaceId, sql, {
          enrolmentId,
          categoryId: action.category_id,
          since: change.at,
          at,
        });
  const reason = kept > 0 ? hasBegun : isBlocked ? staysBlocked : undefined;
  return { outcome: 'RESTORED', resumed, ...(reason === undefined ? {} : { reason }) };
}

/** Whether the category is still there, and the person may give it. */
async function mayChoose(sql: SqlClient, who: Who, categoryId: number | null): Promise<boolean> {
  try {
    await checkAction(sql, who, { do: 'category', category_id: categoryId, pause_lead: false });
    return true;
  } catch (error) {
    if (error instanceof SkeinError && error.code === 'VALIDATION') return false;
    throw error;
  }
}
