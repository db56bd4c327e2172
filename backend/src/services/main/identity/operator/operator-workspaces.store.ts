import type { WorkspaceId } from '@skein/contracts/ids';
import type { PlanType } from '@skein/contracts/constants';
import { includedIn } from '@skein/contracts/plan-limits';
import type { PlanChange } from '@skein/contracts/main/operator.contract';
import type { OperatorWorkspaceView, WorkspaceState } from '@skein/contracts/main/operator-views';
import { Conditions } from '#platform/db/conditions';
import type { Database, SqlClient } from '#platform/db/database';

interface WorkspaceRow {
  id: number;
  name: string;
  state: WorkspaceState;
  is_unlimited: boolean;
  plan_type: PlanType;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  trial_end_at: Date | null;
  lead_limit: number | null;
  email_limit: number | null;
  lead_credits_used: number;
  email_credits_used: number;
  people: number;
  owner_id: number | null;
  owner_name: string | null;
  owner_email: string | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
  delete_at: Date | null;
  is_demo: boolean;
  created_at: Date;
  last_login_at: Date | null;
}

/** The same order of rules as `planState` of the contracts; `$1` is real time. A test holds both against each other. */
const stateOf = `
  case
    when w.deleting_at is not null then 'deleting'
    when w.disabled_at is not null then 'disabled'
    when p.is_unlimited then 'unlimited'
    when (w.is_subscribed and w.subscription_end_at is null) or w.subscription_end_at > $1 then 'subscribed'
    when w.trial_end_at > $1 then 'trial'
    when w.is_subscribed and w.subscription_end_at > $1::timestamptz - interval '1 day' then 'grace'
    else 'ended'
    end`;

const rowOf = `
  select w.id, w.name, ${stateOf} as state, p.is_unlimited, w.plan_type, w.is_subscribed, w.subscription_end_at,
    w.trial_end_at, w.lead_limit, w.email_limit, w.lead_credits_used, w.email_credits_used, w.disabled_at,
    w.disabled_reason, w.delete_at, w.is_demo, w.created_at, o.id as owner_id, o.name as owner_name, o.email as owner_email,
    (select count(*)::int from app_user u where u.workspace_id = w.id) as people,
    (select max(u.last_login_at) from app_user u where u.workspace_id = w.id) as last_login_at
  from workspace w
  join workspace_plan p on p.id = w.id
  left join lateral (
    select u.id, coalesce(u.name, split_part(u.email, '@', 1)) as name, u.email
    from app_user u
    where u.workspace_id = w.id and u.role = 'OWNER' and u.client_id is null
    order by u.id
    limit 1
  ) o on true`;

function viewOf(row: WorkspaceRow): OperatorWorkspaceView {
  const included = includedIn(
    row.is_unlimited ? { plan_type: 'enterprise', lead_limit: null, email_limit: null } : row,
  );
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    plan_type: row.plan_type,
    is_subscribed: row.is_subscribed,
    subscription_end_at: row.subscription_end_at?.toISOString() ?? null,
    trial_end_at: row.trial_end_at?.toISOString() ?? null,
    lead_limit: row.lead_limit,
    email_limit: row.email_limit,
    leads_used: row.lead_credits_used,
    leads_included: included.leads,
    emails_used: row.email_credits_used,
    emails_included: included.emails,
    people: row.people,
    owner:
      row.owner_id === null
        ? null
        : { id: row.owner_id, name: row.owner_name as string, email: row.owner_email as string },
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    delete_at: row.delete_at?.toISOString() ?? null,
    is_demo: row.is_demo,
    created_at: row.created_at.toISOString(),
    last_login_at: row.last_login_at?.toISOString() ?? null,
  };
}

/** One page of all workspaces, the newest first. `search` is part of a name, an id, or part of the address of anyone in it. */
export const findWorkspaces = (
  db: Database,
  query: { search?: string; state?: WorkspaceState; offset: number; limit: number },
  now: Date,
): Promise<{ workspaces: OperatorWorkspaceView[]; total: number }> =>
  db.systemSql(async (sql) => {
    const where = new Conditions(now);
    if (query.search)
      where.add(
        `strpos(lower(w.name), lower(?)) > 0
          or w.id::text = ?
          or exists (select from app_user u where u.workspace_id = w.id and strpos(u.email, lower(?)) > 0)`,
        query.search,
        query.search,
        query.search,
      );
    if (query.state) where.add(`${stateOf} = ?`, query.state);
    const {
      rows: [count],
    } = await sql.query<{ total: number }>(
      `
        select count(*)::int as total
        from workspace w
        join workspace_plan p on p.id = w.id
        where $1::timestamptz is not null and ${where.sql}
      `,
      where.values,
    );
    const { rows } = await sql.query<WorkspaceRow>(
      `${rowOf} where ${where.sql} order by w.id desc limit ${where.value(query.limit)} offset ${where.value(query.offset)}`,
      where.values,
    );
    return { workspaces: rows.map(viewOf), total: count?.total ?? 0 };
  });

export async function findWorkspace(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  now: Date,
): Promise<OperatorWorkspaceView | null> {
  const { rows } = await sql.query<WorkspaceRow>(`${rowOf} where w.id = $2`, [now, workspaceId]);
  return rows[0] ? viewOf(rows[0]) : null;
}

export interface LockedWorkspace {
  name: string;
  plan_type: PlanType;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  trial_end_at: Date | null;
  lead_limit: number | null;
  email_limit: number | null;
  disabled_at: Date | null;
  deleting_at: Date | null;
  delete_at: Date | null;
  is_demo: boolean;
}

/** A workspace and what may change of it, held until the transaction ends. */
export async function lockWorkspace(workspaceId: WorkspaceId, sql: SqlClient): Promise<LockedWorkspace | null> {
  const { rows } = await sql.query<LockedWorkspace>(
    `
      select name, plan_type, is_subscribed, subscription_end_at, trial_end_at, lead_limit, email_limit, disabled_at,
        deleting_at, delete_at, is_demo
      from workspace
      where id = $1
      for no key update
    `,
    [workspaceId],
  );
  return rows[0] ?? null;
}

/** A new workspace without a plan; `writePlan` gives it one. */
export async function insertWorkspace(sql: SqlClient, given: { name: string; at: Date }): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into workspace (name, plan_type, trial_start_at, created_at)
      values ($1, 'trial', $2, $2)
      returning id
    `,
    [given.name, given.at],
  );
  return (rows[0] as { id: number }).id;
}

/** Changes what is given of a plan and leaves the rest. Campaigns that wait for a plan ask again at their next trigger. */
export async function writePlan(workspaceId: WorkspaceId, sql: SqlClient, change: PlanChange): Promise<void> {
  const columns = (
    ['plan_type', 'is_subscribed', 'subscription_end_at', 'trial_end_at', 'lead_limit', 'email_limit'] as const
  ).filter((column) => change[column] !== undefined);
  if (columns.length === 0) return;
  await sql.query(
    `update workspace set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1`,
    [workspaceId, ...columns.map((column) => change[column])],
  );
}

/**
 * Stops all sending at once. The fencing tokens go on, so that whoever is sending from a mailbox in this moment finds
 * itself replaced in the last check before the final dot, and nobody claims a mailbox of a disabled workspace again. An
 * email whose final dot may have been sent stays as it is.
 */
export async function writeDisabled(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  change: { reason: string; at: Date; isDeleting: boolean },
): Promise<void> {
  await sql.query(
    `
      update workspace
      set disabled_at = coalesce(disabled_at, $2), disabled_reason = $3,
        deleting_at = case when $4 then coalesce(deleting_at, $2) else deleting_at end
      where id = $1
    `,
    [workspaceId, change.at, change.reason, change.isDeleting],
  );
  await sql.query(
    `
      update mailbox
      set lane_token = lane_token + 1, lane_owner = null, lane_leased_until = null
      where workspace_id = $1
    `,
    [workspaceId],
  );
}

export async function writeEnabled(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query('update workspace set disabled_at = null, disabled_reason = null, delete_at = null where id = $1', [
    workspaceId,
  ]);
}

export const countInstallation = (db: Database): Promise<{ workspaces: number; people: number }> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ workspaces: number; people: number }>(
      'select (select count(*)::int from workspace) as workspaces, (select count(*)::int from app_user) as people',
    );
    return rows[0] as { workspaces: number; people: number };
  });
