import type { WorkspaceId } from '@skein/contracts/ids';
import { performRun } from '#platform/bulk-runs/perform-run';
import type { MainDeps } from '#main/deps';
import type { TestMain } from '#main/testing';
import { verificationRun } from './verification.run';
import type { Verifier } from './verifier';

/** What a worker does that takes the run of a verification, in tests. */
export async function verifyNow(
  main: TestMain,
  verificationId: number,
  more: Partial<MainDeps> & { verifier?: Verifier } = {},
): Promise<void> {
  const [row] = await main.test.query<{ workspace_id: WorkspaceId; run_id: number }>(
    'select workspace_id, run_id from verification where id = $1',
    [verificationId],
  );
  const run = { workspaceId: row?.workspace_id as number, runId: row?.run_id as number };
  await performRun({ ...main.deps, ...more }, [verificationRun], run);
}
