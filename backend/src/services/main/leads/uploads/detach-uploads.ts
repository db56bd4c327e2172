import type { WorkspaceId } from '@skein/contracts/ids';
import { endRun } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import { findRunsInto, forgetPlace } from './uploads.store';

/**
 * Where leads were brought to is deleted: its uploads stay as history, and one that was to bring leads there alone ends, so that they
 * do not go on into the workspace, where nobody asked for them.
 * @param place what is deleted
 */
export async function detachUploads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  place: 'campaign_id' | 'list_id',
  id: number,
): Promise<void> {
  const error = `The ${place === 'campaign_id' ? 'campaign' : 'list'} was deleted before all rows were in.`;
  for (const run of await findRunsInto(workspaceId, sql, place, id))
    await endRun(workspaceId, sql, run, { status: 'CANCELLED', at: run.at, error });
  await forgetPlace(workspaceId, sql, place, id);
}
