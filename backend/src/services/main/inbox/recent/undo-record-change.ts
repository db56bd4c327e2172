import type { WorkspaceId } from '@skein/contracts/ids';
import { markRunUndone, recountRun } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { writeChangeRows } from '../bulk/inbox-changes.store';
import { requireConversation } from '../conversations/require-conversation';
import {
  lockRecordChange,
  restoreReminder,
  restoreRevenue,
  restoreTask,
  type RecordChange,
} from './record-changes.store';

async function restore(workspaceId: WorkspaceId, sql: SqlClient, change: RecordChange): Promise<boolean> {
  switch (change.action.do) {
    case 'complete_task':
      return restoreTask(workspaceId, sql, change.action.task_id, change);
    case 'remove_reminder':
      await restoreReminder(workspaceId, sql, change);
      return true;
    case 'revenue':
      return restoreRevenue(workspaceId, sql, change);
  }
}

/**
 * Undoes what a person did to a task, a reminder or the revenue of a conversation, unless it was changed since.
 * @param after campaign time from which changes can be undone
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export const undoRecordChange = (
  deps: Pick<MainDeps, 'db' | 'live'>,
  who: Who,
  { id, after }: { id: number; after: Date },
): Promise<{ isRestored: boolean; action: RecordChange['action'] }> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const change = await lockRecordChange(who.workspaceId, sql, { userId: who.userId, id });
    if (!change) throw notFound('This change');
    if (change.status === 'UNDONE') throw new SkeinError('ILLEGAL_TRANSITION', 'It was undone already.');
    if (change.at <= after) throw new SkeinError('ILLEGAL_TRANSITION', 'Changes can be undone for a day.');
    await requireConversation(sql, who, change.enrolment_id);
    const isRestored = await restore(who.workspaceId, sql, change);
    // What somebody changed again is not undone: it can be, once it is as the change left it.
    if (isRestored) {
      await writeChangeRows(who.workspaceId, sql, id, [{ enrolment_id: change.enrolment_id, outcome: 'RESTORED' }]);
      await recountRun(who.workspaceId, sql, { run_id: change.run_id }, { done: 1, counts: { RESTORED: 1 } });
      await markRunUndone(who.workspaceId, sql, change.run_id);
      await deps.live.publish(sql, who.workspaceId, ['inbox', 'task']);
    }
    return { isRestored, action: change.action };
  });
