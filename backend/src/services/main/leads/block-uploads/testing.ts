import type { WorkspaceId } from '@skein/contracts/ids';
import { performRun } from '#platform/bulk-runs/perform-run';
import type { MainDeps } from '#main/deps';
import type { TestMain } from '#main/testing';
import { blockUploadRun } from './block-upload.run';
import { settleBlockUpload } from './settle-block-upload';

/** What workers do that take the run of an upload, and the job that its end leaves behind, in tests. */
export async function blockNow(
  main: TestMain,
  uploadId: number,
  more: Partial<MainDeps> & { batchRows?: number } = {},
): Promise<void> {
  const [row] = await main.test.query<{ workspace_id: WorkspaceId; run_id: number }>(
    'select workspace_id, run_id from block_upload where id = $1',
    [uploadId],
  );
  const { workspace_id: workspaceId, run_id: runId } = row as { workspace_id: WorkspaceId; run_id: number };
  await performRun({ ...main.deps, ...more }, [blockUploadRun], { workspaceId, runId });
  await settleBlockUpload(main.deps, { workspaceId, uploadId });
}
