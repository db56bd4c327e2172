import type { SqlClient } from '#platform/db/database';
import * as store from './sum-event-days.store';

/**
 * Sums the figures of a workspace by quarters of an hour to days once more, in the caller's transaction: an archive of a version before has
 * no days, or those of single kinds alone.
 */
export async function sumEventDays(workspaceId: number, sql: SqlClient): Promise<void> {
  await store.deleteDays(workspaceId, sql);
  await store.insertDaysOfKinds(workspaceId, sql);
  await store.insertWholeDays(workspaceId, sql);
}
