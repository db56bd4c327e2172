import type { LimitedPlan } from '@skein/contracts/plan-limits';
import type { Database, SqlClient } from '#platform/db/database';
import type { CatalogTable } from './archive-catalog.store';
import { archiveTables, type RunInArchive } from './archive-tables';

/** Uuids of the people of an archive, and who they are here. */
export type People = ReadonlyMap<string, number>;

/** Which of these ids an installation has already. */
export const findTakenId = (db: Database, table: string, ids: readonly number[]): Promise<number | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ id: string }>(`select id from ${table} where id = any($1::bigint[]) limit 1`, [
      ids,
    ]);
    return rows[0] ? Number(rows[0].id) : null;
  });

/** Which of these addresses belongs to a person of another workspace. */
export const findTakenEmail = (db: Database, workspaceId: number, emails: readonly string[]): Promise<string | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ email: string }>(
      'select email from app_user where workspace_id <> $1 and lower(email) = any($2) limit 1',
      [workspaceId, emails.map((email) => email.toLowerCase())],
    );
    return rows[0]?.email ?? null;
  });

/**
 * Which of these addresses this installation uses as a seed of placement tests or, of mailboxes, in its warmup pool:
 * one that sends would judge or answer itself.
 */
export const findUsedAddress = (
  db: Database,
  workspaceId: number,
  table: 'mailbox' | 'lead',
  emails: readonly string[],
): Promise<{ email: string; use: 'seed' | 'pool' } | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ email: string; use: 'seed' | 'pool' }>(
      `
        select email, 'seed' as use
        from placement_seed
        where email = any($2)
          and deleted_at is null
          and (owner_workspace_id is null or owner_workspace_id = $1)
        union all
        select email, 'pool'
        from warmup_pool_member
        where email = any($2) and $3 = 'mailbox' and not is_sandbox
        limit 1
      `,
      [workspaceId, emails, table],
    );
    return rows[0] ?? null;
  });

/** New rows get ids behind those of the archive, and events of every month of the archive have their partition. */
export const prepareTables = (
  db: Database,
  largest: Readonly<Record<string, number>>,
  events: { from: string; months: number } | null,
): Promise<void> =>
  db.systemSql(async (sql) => {
    for (const [table, id] of Object.entries(largest)) await sql.query('select reserve_ids($1, $2)', [table, id]);
    if (events) await sql.query('select create_event_partitions($1, $2)', [events.from, events.months]);
  });

/** From now on this transaction writes what was elsewhere: nobody changes anything, so the history has no entries of it. */
export async function beginImporting(sql: SqlClient): Promise<void> {
  await sql.query(`select set_config('app.importing', 'on', true), set_config('app.sums_days', 'all', true)`);
}

/** Rows of one table of the catalog. */
interface TableRows {
  table: CatalogTable;
  columns: readonly string[];
  rows: readonly object[];
}

/** Writes rows as they are in the archive. The workspace is that of the transaction, whatever the rows say. */
export async function insertRows(
  workspaceId: number,
  sql: SqlClient,
  { table, columns, rows }: TableRows,
): Promise<void> {
  const { ofRun, mend = {} } = archiveTables[table.name] ?? {};
  if (ofRun) return insertWithRuns(workspaceId, sql, ofRun, { table, columns, rows });
  const names = columns.map((column) => `"${column}"`);
  await sql.query(
    `
      with given as materialized (
        select *
        from jsonb_populate_recordset(null::${table.name}, $2::jsonb)
      )
      insert into ${table.name} (workspace_id, ${names.join(', ')})
      select $1, ${columns.map((column) => mend[column] ?? `r."${column}"`).join(', ')}
      from given r
      ${table.name === 'tracking_domain' ? 'on conflict do nothing' : ''}
    `,
    [workspaceId, JSON.stringify(rows)],
  );
}

/** Writes rows with their runs, which get numbers of this installation: no other row of an archive refers to them. */
async function insertWithRuns(
  workspaceId: number,
  sql: SqlClient,
  ofRun: RunInArchive,
  { table, columns, rows }: TableRows,
): Promise<void> {
  const names = columns.filter((column) => !(column in ofRun.columns)).map((column) => `"${column}"`);
  await sql.query(
    `
      with given as materialized (
        select nextval('bulk_run_id_seq')::int as run_id, value as g
        from jsonb_array_elements($2::jsonb)
      ), run as (
        insert into bulk_run (id, workspace_id, kind, ${Object.keys(ofRun.run).join(', ')})
        select run_id, $1, $3, ${Object.values(ofRun.run).join(', ')}
        from given
      )
      insert into ${table.name} (workspace_id, run_id, ${names.join(', ')})
      select $1, given.run_id, ${names.map((name) => `r.${name}`).join(', ')}
      from given
      cross join lateral jsonb_populate_record(null::${table.name}, given.g) r
    `,
    [workspaceId, JSON.stringify(rows), ofRun.kind],
  );
}

/** The people of an archive, and the owner of this workspace. */
interface PeopleRows {
  columns: readonly string[];
  rows: readonly object[];
  ownerId: number | null;
}

/**
 * People of an archive. Whoever has the same address here stays who they are, with their password, and takes the
 * archive's name and settings; the one who imports stays an owner. The others have no password until they ask for one.
 */
export async function putPeople(
  workspaceId: number,
  sql: SqlClient,
  { columns, rows, ownerId }: PeopleRows,
): Promise<void> {
  const names = columns.map((column) => `"${column}"`);
  const changed = names.filter((name) => !['"email"', '"role"', '"status"'].includes(name));
  await sql.query(
    `
      with given as (
          select *
          from jsonb_populate_recordset(null::app_user, $2::jsonb)
        ),
        updated as (
          update app_user u
          set ${changed.map((name) => `${name} = g.${name}`).join(', ')},
            role = case when u.id = $3 then 'OWNER' else g.role end, status = case when u.id = $3 then u.status else g.status end
          from given g
          where u.workspace_id = $1 and lower(u.email) = lower(g.email)
          returning u.email
        )
      insert into app_user (workspace_id, ${names.join(', ')})
      select $1, ${names.map((name) => `g.${name}`).join(', ')}
      from given g
      where not exists (select from updated u where lower(u.email) = lower(g.email))
    `,
    [workspaceId, JSON.stringify(rows), ownerId],
  );
}

export async function findPeople(workspaceId: number, sql: SqlClient): Promise<People> {
  const { rows } = await sql.query<{ uuid: string; id: number }>(
    'select uuid, id from app_user where workspace_id = $1',
    [workspaceId],
  );
  return new Map(rows.map((row) => [row.uuid, row.id]));
}

export async function putWorkspace(
  workspaceId: number,
  sql: SqlClient,
  row: { name?: unknown; audit_days?: unknown },
): Promise<void> {
  await sql.query(
    'update workspace set name = coalesce($2, name), audit_days = coalesce($3, audit_days) where id = $1',
    [
      workspaceId,
      typeof row.name === 'string' ? row.name.slice(0, 200) : null,
      typeof row.audit_days === 'number' && [90, 180, 365, 730, 1825].includes(row.audit_days) ? row.audit_days : null,
    ],
  );
}

/** The plan whose limits an archive has to fit. */
export const findPlan = (db: Database, workspaceId: number): Promise<LimitedPlan | null> =>
  db.tenantSql(workspaceId, async (sql) => {
    const { rows } = await sql.query<LimitedPlan>(
      'select plan_type, lead_limit, email_limit, sender_limit, sequence_limit, monitor_limit from workspace_plan where id = $1',
      [workspaceId],
    );
    return rows[0] ?? null;
  });
