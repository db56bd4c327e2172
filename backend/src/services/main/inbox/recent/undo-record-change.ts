import { permits, type Permission } from '@skein/contracts/permissions';
import { findBlocks, lockBlocks, replaceBlocks, type BlockEntry } from '#platform/mail/untracked-blocks.store';
import { markRunUndone, recountRun } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { writeChangeRows } from '../bulk/inbox-changes.store';
import type { RecordAction } from '../bulk/record-action';
import { requireConversation } from '../conversations/require-conversation';
import { waitAgain } from '../conversations/send-drafted';
import { undeleteTemplate } from '../reply-templates/reply-templates';
import {
  lockRecordChange,
  restoreReminder,
  restoreRevenue,
  restoreTask,
  type RecordChange,
} from './record-changes.store';
import { openReplies, restoreAddress } from './untracked-undos.store';

type UndoDeps = Pick<MainDeps, 'db' | 'live' | 'campaignClock'>;

/** What undoing a change needs beside answering. */
export const needsOfRecord = ({ do: kind }: Pick<RecordAction, 'do'>): Permission | undefined =>
  kind === 'block_lists' ? 'blocklist.write' : undefined;

const sameEntries = (one: readonly BlockEntry[], other: readonly BlockEntry[]): boolean => {
  const texts = (entries: readonly BlockEntry[]) => entries.map(({ kind, value }) => `${kind} ${value}`).sort();
  return JSON.stringify(texts(one)) === JSON.stringify(texts(other));
};

/** @returns whether the lists were as they were saved */
async function restoreBlocks(
  sql: SqlClient,
  who: Who,
  { before, after, ignored }: Extract<RecordAction, { do: 'block_lists' }>,
): Promise<boolean> {
  // They are the workspace's: of somebody with limits now, no longer.
  if (who.client || who.role === 'LIMITED_FULL_MEMBER_ACCESS') throw new SkeinError('FORBIDDEN');
  await lockBlocks(who.workspaceId, sql);
  if (!sameEntries(await findBlocks(who.workspaceId, sql), after)) return false;
  await replaceBlocks(who.workspaceId, sql, before, who.userId);
  await openReplies(who.workspaceId, sql, ignored);
  return true;
}

function restoreAnswer(
  deps: UndoDeps,
  sql: SqlClient,
  who: Who,
  { change, intentId }: { change: RecordChange; intentId: string },
): Promise<boolean> {
  const { before, enrolment_id: enrolmentId, at } = change;
  return waitAgain(deps, sql, who, {
    ...{ enrolmentId: enrolmentId as number, intentId, left: Date.parse(String(before['send_at'])) - at.getTime() },
    categoryId: before['category_id'] as number | null,
    newestId: before['newest_id'] as string | null,
  });
}

async function restore(deps: UndoDeps, sql: SqlClient, who: Who, change: RecordChange): Promise<boolean> {
  const { workspaceId } = who;
  const { action } = change;
  switch (action.do) {
    case 'complete_task':
      return restoreTask(workspaceId, sql, action.task_id, change);
    case 'remove_reminder':
      await restoreReminder(workspaceId, sql, change);
      return true;
    case 'revenue':
      return restoreRevenue(workspaceId, sql, change);
    case 'forget_address':
      return restoreAddress(workspaceId, sql, change);
    case 'cancel_answer':
      return restoreAnswer(deps, sql, who, { change, intentId: action.intent_id });
    case 'delete_template':
      return undeleteTemplate(sql, who, action.template);
    case 'block_lists':
      return restoreBlocks(sql, who, action);
  }
}

/**
 * Undoes what a person did to a record of a conversation, to a template, or to the block lists of untracked replies, unless it was
 * changed since.
 * @param after campaign time from which changes can be undone
 * @throws SkeinError NOT_FOUND, FORBIDDEN, ILLEGAL_TRANSITION
 */
export const undoRecordChange = (
  deps: UndoDeps,
  who: Who,
  { id, after }: { id: number; after: Date },
): Promise<{ isRestored: boolean; action: RecordChange['action'] }> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const change = await lockRecordChange(who.workspaceId, sql, { userId: who.userId, id });
    if (!change) throw notFound('This change');
    if (change.status === 'UNDONE') throw new SkeinError('ILLEGAL_TRANSITION', 'It was undone already.');
    if (change.at <= after) throw new SkeinError('ILLEGAL_TRANSITION', 'Changes can be undone for a day.');
    const needs = needsOfRecord(change.action);
    if (needs && !permits(who, needs)) throw new SkeinError('FORBIDDEN');
    const { enrolment_id: enrolmentId } = change;
    // What would send an email is decided under the lock of its conversation.
    if (enrolmentId !== null) await requireConversation(sql, who, enrolmentId, change.action.do === 'cancel_answer');
    const isRestored = await restore(deps, sql, who, change);
    // What somebody changed again is not undone: it can be, once it is as the change left it.
    if (isRestored) {
      if (enrolmentId !== null)
        await writeChangeRows(who.workspaceId, sql, id, [{ enrolment_id: enrolmentId, outcome: 'RESTORED' }]);
      await recountRun(who.workspaceId, sql, { run_id: change.run_id }, { done: 1, counts: { RESTORED: 1 } });
      await markRunUndone(who.workspaceId, sql, change.run_id);
      await deps.live.publish(sql, who.workspaceId, ['inbox', 'task', 'untracked-replies']);
    }
    return { isRestored, action: change.action };
  });
