import type { WorkspaceId } from '@skein/contracts/ids';
import { lockRun } from '#platform/bulk-runs/bulk-runs.store';
import { GaveWay } from '#platform/bulk-runs/bulk-run';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { readBlockRows } from './block-rows';
import { endBlockUpload, findBlockUpload, type BlockUploadRecord } from './block-uploads.store';
import { stopBlocked } from './stop-blocked';

type SettleDeps = Pick<MainDeps, 'db' | 'files' | 'campaignClock' | 'live'>;

/**
 * What is left of an upload that is over: the leads of its last batch, which may be on the list without their leads
 * being stopped when the upload was cancelled or broke off, and then its file and its samples, so that no copy of
 * people's data is kept. Repeated after a crash, it continues where it was.
 */
export async function settleBlockUpload(
  deps: SettleDeps,
  { workspaceId, uploadId }: { workspaceId: WorkspaceId; uploadId: number },
): Promise<void> {
  const upload = await deps.db.tenantSql(workspaceId, (sql) =>
    findBlockUpload(workspaceId, sql, { key: { id: uploadId }, scopes: null }),
  );
  if (!upload || upload.status === 'UPLOADED' || upload.status === 'RUNNING') return;
  if (!isUndone(upload.status) && upload.rows_applied < upload.done)
    await stopRest(deps, upload).catch((error: unknown) => {
      if (!(error instanceof GaveWay)) throw error;
    });
  // One that was stopped before uploads were runs has its samples still.
  await deps.db.tenantSql(workspaceId, (sql) =>
    endBlockUpload(workspaceId, sql, upload.run_id, upload.status === 'COMPLETED'),
  );
  await deps.files.delete(upload.storage_key);
}

const isUndone = (status: BlockUploadRecord['status'] | null): boolean => status === 'UNDOING' || status === 'UNDONE';

/** @throws GaveWay when somebody undoes the upload meanwhile: its entries go off the list, so nobody is stopped for them any more */
async function stopRest(deps: SettleDeps, upload: BlockUploadRecord): Promise<void> {
  const file = await deps.files.get(upload.storage_key).catch((error: unknown) => {
    if (error instanceof StorageError && error.status === 404) return null;
    throw error;
  });
  if (!file) return;
  const commit: Parameters<typeof stopBlocked>[2]['commit'] = (work) =>
    deps.db.tenantSql(upload.workspace_id, async (sql) => {
      if (isUndone(await lockRun(upload.workspace_id, sql, upload.run_id))) throw new GaveWay();
      await work(sql);
      await deps.live.publish(sql, upload.workspace_id, ['block-list']);
    });
  for await (const rows of readBlockRows(file.stream, upload, { behind: upload.rows_applied, last: upload.done }))
    if (rows.length > 0) await stopBlocked(deps, upload, { rows, commit });
}
