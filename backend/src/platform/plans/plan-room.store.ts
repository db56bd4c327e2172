import type { WorkspaceId } from '@skein/contracts/ids';
import { limitOf, unlocksLimit, type CountedLimit, type LimitedPlan } from '@skein/contracts/plan-limits';
import { planLimitReached } from '../http/plan-refusals';
import type { SqlClient } from '../db/database';

/**
 * Whether a workspace's plan has room for one more of something. Where it has a limit, requests wait for each other
 * until their transactions end, so that two at once cannot both take the last place.
 * @param count a query for how many there are (`used`), with the workspace as $1
 * @throws SkeinError LIMIT_REACHED with what makes room
 */
export async function requirePlanRoom(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  kind: CountedLimit,
  count: string,
): Promise<void> {
  const { rows } = await sql.query<LimitedPlan>(
    'select plan_type, sender_limit, sequence_limit, monitor_limit, extra_monitors from workspace_plan where id = $1',
    [workspaceId],
  );
  const plan = rows[0];
  const limit = plan ? limitOf(plan, kind) : null;
  if (!plan || limit === null) return;
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`room:${kind}:${workspaceId}`]);
  const { rows: counted } = await sql.query<{ used: number }>(count, [workspaceId]);
  if ((counted[0]?.used ?? 0) >= limit) throw planLimitReached(unlocksLimit(plan.plan_type, kind, limit));
}
