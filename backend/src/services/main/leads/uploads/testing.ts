import { performRun } from '#platform/bulk-runs/perform-run';
import type { MainDeps } from '#main/deps';
import type { TestMain } from '#main/testing';
import { leadUploadRun } from './lead-upload.run';

/** What a worker does that takes the run of an upload, in tests. */
export async function importNow(
  main: TestMain,
  uploadId: number,
  { attempt = 1, ...more }: Partial<MainDeps> & { attempt?: number } = {},
): Promise<void> {
  const [row] = await main.test.query<{ workspace_id: number; run_id: number }>(
    'select workspace_id, run_id from lead_upload where id = $1',
    [uploadId],
  );
  const run = { workspaceId: row?.workspace_id as number, runId: row?.run_id as number };
  await performRun({ ...main.deps, ...more }, [leadUploadRun], run, { attempt });
}
