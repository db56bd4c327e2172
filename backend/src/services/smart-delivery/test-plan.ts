import { limitOf } from '@skein/contracts/plan-limits';
import type { SqlClient } from '#platform/db/database';
import { findPlanInForce } from '#platform/plans/plan-in-force.store';
import { countMonitorsBefore } from './monitors.store';
import { pauseTest } from './tests.store';

/** Why the plan of a workspace lets no test send; null where it does. @param realNow real time in milliseconds */
export async function planRefusal(sql: SqlClient, workspaceId: number, realNow: number): Promise<string | null> {
  const plan = await findPlanInForce(workspaceId, sql, realNow);
  if (!plan?.isRunning) return 'Waiting: the plan or trial has ended. Renew the plan.';
  return plan.features.smart_delivery ? null : 'Waiting: the plan does not include placement tests.';
}

/**
 * Whether an automatic test that is due runs. Where the plan has ended or lacks tests it passes this run over, and goes
 * on with its schedule when the plan is there again. After a change to a plan of fewer monitors the oldest go on; one
 * beyond them is paused, and resuming it says what makes room.
 */
export async function mayRun(
  sql: SqlClient,
  { id, workspace_id: workspaceId }: { id: number; workspace_id: number },
  realNow: number,
): Promise<boolean> {
  if ((await planRefusal(sql, workspaceId, realNow)) !== null) return false;
  const { plan, earlier } = await countMonitorsBefore(workspaceId, sql, id);
  const limit = plan && limitOf(plan, 'monitors');
  if (limit === null || earlier < limit) return true;
  await pauseTest(workspaceId, sql, id);
  return false;
}
