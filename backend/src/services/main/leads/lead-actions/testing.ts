import type { WorkspaceId } from '@skein/contracts/ids';
import { performRun } from '#platform/bulk-runs/perform-run';
import type { MainDeps } from '#main/deps';
import type { TestMain } from '#main/testing';
import { leadActionRun } from './lead-action.run';

/** What a worker does that takes the run of an action, in tests. */
export async function runActionNow(main: TestMain, actionId: number, more: Partial<MainDeps> = {}): Promise<void> {
  const [row] = await main.test.query<{ workspace_id: WorkspaceId; run_id: number }>(
    'select workspace_id, run_id from lead_action where id = $1',
    [actionId],
  );
  const run = { workspaceId: row?.workspace_id as number, runId: row?.run_id as number };
  await performRun({ ...main.deps, ...more }, [leadActionRun], run);
}
