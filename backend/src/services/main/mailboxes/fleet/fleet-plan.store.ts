import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { cancelOfMailboxes } from '#lifecycle/lifecycle.api';
import type { FleetRules } from '#engine/fleet/plan-fleet';

export async function findRules(workspaceId: WorkspaceId, sql: SqlClient): Promise<FleetRules | null> {
  const {
    rows: [row],
  } = await sql.query<{
    pods: number;
    send_weeks: number;
    rest_from: string;
    least_sending: number;
    rests_high_risk: boolean;
  }>(
    `
      select pods, send_weeks, rest_from::text, least_sending, rests_high_risk
      from fleet_rule
      where workspace_id = $1
    `,
    [workspaceId],
  );
  return (
    (row && {
      pods: row.pods,
      sendWeeks: row.send_weeks,
      restFrom: row.rest_from,
      leastSending: row.least_sending,
      restsHighRisk: row.rests_high_risk,
    }) ??
    null
  );
}

export async function writeRules(workspaceId: WorkspaceId, sql: SqlClient, rules: FleetRules): Promise<void> {
  await sql.query(
    `
      insert into fleet_rule (workspace_id, pods, send_weeks, rest_from, least_sending, rests_high_risk)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (workspace_id)
      do update set pods = excluded.pods, send_weeks = excluded.send_weeks, rest_from = excluded.rest_from,
        least_sending = excluded.least_sending, rests_high_risk = excluded.rests_high_risk, updated_at = now()
    `,
    [workspaceId, rules.pods, rules.sendWeeks, rules.restFrom, rules.leastSending, rules.restsHighRisk],
  );
}

/** Workspaces whose fleet has something to keep to, over the whole installation. */
export async function findFleets(sql: SqlClient): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select r.workspace_id as id
      from fleet_rule r
      join workspace w on w.id = r.workspace_id and w.disabled_at is null and w.deleting_at is null
      union
      select workspace_id
      from bounce_response
      where ended_at is null
      order by 1
    `,
  );
  return rows.map((row) => row.id);
}

export interface MemberRow {
  id: number;
  pod: number | null;
  pod_rest_until: string | null;
  time_zone: string;
  ramp: { from: string; start: number; increase: number } | null;
  campaigns: { id: number; name: string }[];
}

/** Pods of the mailboxes and the running campaigns that send from them. */
export async function findMembers(workspaceId: WorkspaceId, sql: SqlClient): Promise<MemberRow[]> {
  const { rows } = await sql.query<MemberRow>(
    `
      select m.id, f.pod, f.rest_until::text as pod_rest_until, m.time_zone, m.ramp,
        coalesce(c.campaigns, '[]') as campaigns
      from mailbox m
      left join fleet_member f on f.workspace_id = m.workspace_id and f.mailbox_id = m.id
      left join (
        select x.mailbox_id, json_agg(json_build_object('id', c.id, 'name', c.name)) as campaigns
        from campaign_mailbox x
        join campaign c on c.workspace_id = x.workspace_id and c.id = x.campaign_id and c.status = 'ACTIVE'
        where x.workspace_id = $1
        group by x.mailbox_id
      ) c on c.mailbox_id = m.id
      where m.workspace_id = $1 and m.deleted_at is null
    `,
    [workspaceId],
  );
  return rows;
}

export async function writePods(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  pods: number,
  assigned: readonly { id: number; pod: number }[],
): Promise<void> {
  await sql.query('delete from fleet_member where workspace_id = $1 and pod >= $2 and rest_until is null', [
    workspaceId,
    pods,
  ]);
  await sql.query(
    `
      insert into fleet_member (workspace_id, mailbox_id, pod)
      select $1, g.id, g.pod
      from unnest($2::int[], $3::int[]) as g(id, pod)
      on conflict (mailbox_id)
      do update set pod = excluded.pod
    `,
    [workspaceId, assigned.map(({ id }) => id), assigned.map(({ pod }) => pod)],
  );
}

/**
 * Lets mailboxes rest until the start of a day by their own clocks, and releases what campaigns reserved for them.
 * `podUntil` is kept where the pod's week is the reason.
 */
export async function writeRests(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  rests: readonly { id: number; until: Date; podUntil: string | null }[],
): Promise<void> {
  const values = [workspaceId, rests.map(({ id }) => id)];
  await sql.query(
    `
      update mailbox m
      set resting_until = g.until, updated_at = now()
      from unnest($2::int[], $3::timestamptz[]) as g(id, until)
      where m.workspace_id = $1 and m.id = g.id
    `,
    [...values, rests.map(({ until }) => until)],
  );
  await sql.query(
    `
      update fleet_member f
      set rest_until = g.until
      from unnest($2::int[], $3::date[]) as g(id, until)
      where f.workspace_id = $1 and f.mailbox_id = g.id and g.until is not null
    `,
    [...values, rests.map(({ podUntil }) => podUntil)],
  );
  await cancelOfMailboxes(sql, { workspaceId, mailboxIds: rests.map(({ id }) => id) }, 'MAILBOX_RESTING', {
    code: 'MAILBOX_RESTING',
    whenDue: 'ONLY',
  });
}

export async function endRests(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query(
    'update mailbox set resting_until = null, updated_at = now() where workspace_id = $1 and id = any($2)',
    [workspaceId, ids],
  );
  await sql.query('update fleet_member set rest_until = null where workspace_id = $1 and mailbox_id = any($2)', [
    workspaceId,
    ids,
  ]);
}

export interface LogRow {
  id: string;
  at: Date;
  kind: string;
  text: string;
}

/** Writes what was done. The same line is not written twice in a row: a rest that waits for the floor waits every quarter of an hour. */
export async function appendLog(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  at: Date,
  entries: readonly { kind: string; mailboxes: number; text: string }[],
): Promise<void> {
  await sql.query(
    `
      insert into fleet_log (workspace_id, at, kind, mailboxes, text)
      select $1, $2, g.kind, g.mailboxes, g.text
      from jsonb_to_recordset($3::jsonb) as g(kind text, mailboxes int, text text)
      where g.text is distinct from (
        select l.text
        from fleet_log l
        where l.workspace_id = $1 and l.kind = g.kind
        order by l.id desc
        limit 1
      )
    `,
    [workspaceId, at, JSON.stringify(entries)],
  );
  await sql.query(
    `
      delete from fleet_log
      where workspace_id = $1
        and id < (select id from fleet_log where workspace_id = $1 order by id desc offset 999 limit 1)
    `,
    [workspaceId],
  );
}

export async function findLog(workspaceId: WorkspaceId, sql: SqlClient): Promise<LogRow[]> {
  const { rows } = await sql.query<LogRow>(
    'select id::text, at, kind, text from fleet_log where workspace_id = $1 order by id desc limit 50',
    [workspaceId],
  );
  return rows;
}

/** Lets one plan of a workspace follow another until the transaction ends. */
export async function lockPlan(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('fleet'), $1)`, [workspaceId]);
}
