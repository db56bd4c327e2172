import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { writeBlockLifted } from './enrolment/queues.store';

/** An address that was taken off a block list: that of one client of the agency, or (0) of the whole workspace. */
interface LiftedEntry {
  value: string;
  source: string;
  client_scope: number;
}

/**
 * Leads that the person's or a member's decision had stopped, of one client or of everyone: the decision is undone, so
 * they are as if stopped manually and may be resumed. A lifted Do Not Contact says nothing of campaigns that the person
 * unsubscribed from.
 */
export async function liftBlock(workspaceId: WorkspaceId, sql: SqlClient, entry: LiftedEntry): Promise<void> {
  if (entry.source !== 'unsubscribe' && entry.source !== 'category') return;
  await writeBlockLifted(workspaceId, sql, {
    email: entry.value,
    clientScope: entry.client_scope,
    isUnsubscribe: entry.source === 'unsubscribe',
  });
}
