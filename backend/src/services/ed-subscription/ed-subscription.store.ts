import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { limitOf, type LimitedPlan } from '@skein/contracts/plan-limits';
import type { SqlClient } from '#platform/db/database';

export interface EdSubscription {
  requested_monitors: number | null;
  requested_at: Date | null;
  monitors: number | null;
  starts_at: Date | null;
  ends_at: Date | null;
  is_ending: boolean;
  /** Whether its period runs, by the database's clock. */
  is_active: boolean;
}

export async function findSubscription(workspaceId: WorkspaceId, sql: SqlClient): Promise<EdSubscription | null> {
  const { rows } = await sql.query<EdSubscription>(
    `
      select requested_monitors, requested_at, monitors, starts_at, ends_at, is_ending,
        coalesce(monitors is not null and ends_at > now(), false) as is_active
      from deliverability_subscription
      where workspace_id = $1
    `,
    [workspaceId],
  );
  return rows[0] ?? null;
}

/** Active monitors, of how many plan and subscription hold together; null without a limit. */
export async function countMonitors(
  workspaceId: WorkspaceId,
  sql: SqlClient,
): Promise<{ used: number; limit: number | null }> {
  const { rows } = await sql.query<LimitedPlan & { used: number }>(
    `
      select plan_type, monitor_limit, extra_monitors, (
          select count(*)::int
          from placement_test
          where workspace_id = $1 and next_run_at is not null and not is_stopped
        ) as used
      from workspace_plan
      where id = $1
    `,
    [workspaceId],
  );
  const [plan] = rows;
  return plan ? { used: plan.used, limit: limitOf(plan, 'monitors') } : { used: 0, limit: null };
}

export const writeRequest = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { monitors: number; note: string; userId: UserId; at: Date },
) =>
  sql.query(
    `
      insert into deliverability_subscription (workspace_id, requested_monitors, requested_at, requested_by, note)
      values ($1, $2, $3, $4, $5)
      on conflict (workspace_id) do update
      set requested_monitors = excluded.requested_monitors, requested_at = excluded.requested_at,
        requested_by = excluded.requested_by, note = excluded.note
    `,
    [workspaceId, given.monitors, given.at, given.userId, given.note],
  );

/** @returns whether there was a request */
export async function clearRequest(workspaceId: WorkspaceId, sql: SqlClient): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update deliverability_subscription
      set requested_monitors = null, requested_at = null, requested_by = null, note = ''
      where workspace_id = $1 and requested_monitors is not null
    `,
    [workspaceId],
  );
  return rowCount === 1;
}

/** @returns whether a subscription runs that was not so already */
export async function writeEnding(workspaceId: WorkspaceId, sql: SqlClient, isEnding: boolean): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update deliverability_subscription
      set is_ending = $2
      where workspace_id = $1 and monitors is not null and ends_at > now() and is_ending <> $2
    `,
    [workspaceId, isEnding],
  );
  return rowCount === 1;
}

/** Grants a subscription, which answers what was asked for. System role only. @returns whether the workspace exists */
export async function grantSubscription(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  given: { monitors: number; until: Date; at: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      insert into deliverability_subscription (workspace_id, monitors, starts_at, ends_at)
      select id, $2, $3, $4 from workspace where id = $1
      on conflict (workspace_id) do update
      set monitors = excluded.monitors, ends_at = excluded.ends_at, is_ending = false, requested_monitors = null,
        requested_at = null, requested_by = null, note = '',
        starts_at = coalesce(deliverability_subscription.starts_at, excluded.starts_at)
    `,
    [workspaceId, given.monitors, given.at, given.until],
  );
  return rowCount === 1;
}

/** Every request and subscription of the installation, requests first. System role only. */
export const listSubscriptions = async (sql: SqlClient) =>
  (
    await sql.query<EdSubscription & { workspace_id: WorkspaceId; name: string | null; note: string }>(
      `
        select d.workspace_id, w.name, d.requested_monitors, d.requested_at, d.note, d.monitors, d.starts_at, d.ends_at,
          d.is_ending, coalesce(d.monitors is not null and d.ends_at > now(), false) as is_active
        from deliverability_subscription d
        join workspace w on w.id = d.workspace_id
        order by d.requested_at nulls last, d.workspace_id
      `,
    )
  ).rows;
