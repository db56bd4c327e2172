import { limitOf, type LimitedPlan } from '@skein/contracts/plan-limits';
import type { SqlClient } from '#platform/db/database';
import { requirePlanRoom } from '#platform/plans/plan-room.store';

const count = `
  select count(*)::int as used
  from placement_test
  where workspace_id = $1 and next_run_at is not null and not is_stopped
`;

/** Automatic tests that run on, and how many of them the plan holds; null without a limit. */
export async function countMonitors(
  workspaceId: number,
  sql: SqlClient,
): Promise<{ used: number; limit: number | null }> {
  const { rows } = await sql.query<LimitedPlan & { used: number }>(
    `select plan_type, monitor_limit, extra_monitors, (${count}) as used from workspace_plan where id = $1`,
    [workspaceId],
  );
  const [plan] = rows;
  return plan ? { used: plan.used, limit: limitOf(plan, 'monitors') } : { used: 0, limit: null };
}

/** Whether the plan has room for one more automatic test. @throws SkeinError LIMIT_REACHED with what makes room */
export const requireMonitor = (workspaceId: number, sql: SqlClient): Promise<void> =>
  requirePlanRoom(workspaceId, sql, 'monitors', count);

/** The plan, and how many automatic tests that run on are older than one. */
export async function countMonitorsBefore(
  workspaceId: number,
  sql: SqlClient,
  testId: number,
): Promise<{ plan: LimitedPlan | null; earlier: number }> {
  const { rows } = await sql.query<LimitedPlan & { earlier: number }>(
    `
      select plan_type, monitor_limit, extra_monitors, (
          select count(*)::int
          from placement_test
          where workspace_id = $1 and id < $2 and next_run_at is not null and not is_stopped
        ) as earlier
      from workspace_plan
      where id = $1
    `,
    [workspaceId, testId],
  );
  const [plan] = rows;
  return { plan: plan ?? null, earlier: plan?.earlier ?? 0 };
}
