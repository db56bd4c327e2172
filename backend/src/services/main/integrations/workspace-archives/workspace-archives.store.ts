import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type {
  ArchiveManifest,
  archiveStates,
  exportStages,
  importStages,
} from '@skein/contracts/main/workspace-archives.contract';
import type { Database, SqlClient } from '#platform/db/database';

export interface ExportRow {
  id: number;
  state: (typeof archiveStates)[number];
  stage: (typeof exportStages)[number];
  pauses_campaigns: boolean;
  paused: number;
  rows_total: number;
  rows_done: number;
  files: number;
  size: string | null;
  sha256: string | null;
  manifest: ArchiveManifest | null;
  file_key: string | null;
  error_text: string | null;
  created_by: number | null;
  creator: string | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

/** Where an import goes on. */
export interface ImportPlace {
  table?: number;
  line?: number;
  file?: number;
}

export interface ImportRow {
  id: number;
  state: (typeof archiveStates)[number];
  stage: (typeof importStages)[number];
  file_name: string;
  file_key: string | null;
  manifest: ArchiveManifest | null;
  place: ImportPlace;
  rows_total: number;
  rows_done: number;
  error_text: string | null;
  created_by: number | null;
  creator: string | null;
  created_at: Date;
  finished_at: Date | null;
}

const creator = `coalesce(nullif(u.name, ''), u.email) as creator`;

/** Exports, newest first; their manifests only when one is asked for. */
export async function findExports(workspaceId: WorkspaceId, sql: SqlClient, id: number | null): Promise<ExportRow[]> {
  const { rows } = await sql.query<ExportRow>(
    `
      select e.id, e.state, e.stage, e.pauses_campaigns, e.paused, e.rows_total, e.rows_done, e.files, e.size, e.sha256,
        case when $2::int is not null then e.manifest end as manifest, e.file_key, e.error_text, e.created_by, ${creator},
        e.created_at, e.finished_at, e.expires_at
      from workspace_export e
      left join app_user u on u.workspace_id = e.workspace_id and u.id = e.created_by
      where e.workspace_id = $1 and ($2::int is null or e.id = $2)
      order by e.id desc
      limit 20
    `,
    [workspaceId, id],
  );
  return rows;
}

/** Locks the workspace's exports and imports, so that two starts do not both begin. @returns whether one is running */
export async function isArchiving(workspaceId: WorkspaceId, sql: SqlClient): Promise<boolean> {
  await sql.query(`select pg_advisory_xact_lock($1, hashtext('workspace-archives'))`, [workspaceId]);
  const { rows } = await sql.query(
    `
      select from workspace_export where workspace_id = $1 and state = 'RUNNING'
      union all
      select from workspace_import where workspace_id = $1 and state = 'RUNNING'
    `,
    [workspaceId],
  );
  return rows.length > 0;
}

export async function insertExport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { pauses: boolean; userId: UserId | null; at: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'insert into workspace_export (workspace_id, pauses_campaigns, created_by, created_at) values ($1, $2, $3, $4) returning id',
    [workspaceId, given.pauses, given.userId, given.at],
  );
  return (rows[0] as { id: number }).id;
}

const exportColumns = [
  ...(['state', 'stage', 'paused', 'rows_total', 'rows_done', 'files'] as const),
  ...(['size', 'sha256', 'manifest', 'file_key', 'error_text', 'finished_at', 'expires_at'] as const),
] as const;
const importColumns = [
  ...(['state', 'stage', 'manifest', 'place', 'rows_total', 'rows_done', 'file_key'] as const),
  ...(['error_text', 'finished_at'] as const),
] as const;
export type ExportChange = Partial<Pick<ExportRow, (typeof exportColumns)[number]>>;
export type ImportChange = Partial<Pick<ImportRow, (typeof importColumns)[number]>>;

/** What changes in an export or import that is in one of the given states: running, unless others are named. */
interface TransferChange<Change> {
  id: number;
  change: Readonly<Change>;
  from?: readonly ExportRow['state'][];
}

const changes = <Change extends ExportChange | ImportChange>(
  table: 'workspace_export' | 'workspace_import',
  columns: readonly (keyof Change & string)[],
) =>
  async function write(
    workspaceId: WorkspaceId,
    sql: SqlClient,
    { id, change, from = ['RUNNING'] }: TransferChange<Change>,
  ): Promise<boolean> {
    const values: unknown[] = [workspaceId, id, from];
    const sets = columns
      .filter((column) => change[column] !== undefined)
      .map((column) => {
        const value = change[column];
        const isJson = column === 'manifest' || column === 'place';
        return `${column} = $${values.push(isJson && value !== null ? JSON.stringify(value) : value)}`;
      });
    const { rowCount } = await sql.query(
      `update ${table} set ${sets.join(', ')} where workspace_id = $1 and id = $2 and state = any($3)`,
      values,
    );
    return rowCount === 1;
  };

/** Changes an export that is running. @returns whether it still is */
export const writeExport = changes<ExportChange>('workspace_export', exportColumns);

export const writeImport = changes<ImportChange>('workspace_import', importColumns);

export async function deleteExport(workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<void> {
  await sql.query(`delete from workspace_export where workspace_id = $1 and id = $2 and state <> 'RUNNING'`, [
    workspaceId,
    id,
  ]);
}

export async function findActiveCampaigns(workspaceId: WorkspaceId, sql: SqlClient): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `select id from campaign where workspace_id = $1 and status = 'ACTIVE' order by id`,
    [workspaceId],
  );
  return rows.map((row) => row.id);
}

/** Emails whose outcome is not known yet. */
export async function countSubmitting(workspaceId: WorkspaceId, sql: SqlClient): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from intent where workspace_id = $1 and state = 'SUBMITTING'`,
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

/** Archives whose time is over, of all workspaces. */
export const findExpired = (
  db: Database,
  now: Date,
): Promise<{ workspace_id: WorkspaceId; id: number; file_key: string }[]> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ workspace_id: WorkspaceId; id: number; file_key: string }>(
      'select workspace_id, id, file_key from workspace_export where expires_at < $1 and file_key is not null limit 1000',
      [now],
    );
    return rows;
  });

export async function findImports(workspaceId: WorkspaceId, sql: SqlClient, id: number | null): Promise<ImportRow[]> {
  const { rows } = await sql.query<ImportRow>(
    `
      select i.id, i.state, i.stage, i.file_name, i.file_key, i.manifest, i.place, i.rows_total, i.rows_done, i.error_text,
        i.created_by, ${creator}, i.created_at, i.finished_at
      from workspace_import i
      left join app_user u on u.workspace_id = i.workspace_id and u.id = i.created_by
      where i.workspace_id = $1 and ($2::int is null or i.id = $2)
      order by i.id desc
      limit 5
    `,
    [workspaceId, id],
  );
  return rows;
}

export async function insertImport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { fileName: string; fileKey: string; userId: UserId | null; at: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'insert into workspace_import (workspace_id, file_name, file_key, created_by, created_at) values ($1, $2, $3, $4, $5) returning id',
    [workspaceId, given.fileName, given.fileKey, given.userId, given.at],
  );
  return (rows[0] as { id: number }).id;
}

/** What of a workspace keeps an archive out: campaigns, leads, mailboxes, clients, members. */
export async function findUse(workspaceId: WorkspaceId, sql: SqlClient): Promise<string | null> {
  const { rows } = await sql.query<{ name: string }>(
    `
      select name
      from (
        select 'campaigns' as name where exists (select from campaign where workspace_id = $1)
        union all
        select 'leads' where exists (select from lead where workspace_id = $1)
        union all
        select 'mailboxes' where exists (select from mailbox where workspace_id = $1)
        union all
        select 'clients' where exists (select from agency_client where workspace_id = $1)
        union all
        select 'block list entries' where exists (select from suppression where workspace_id = $1)
        union all
        select 'team members' where exists (select from app_user where workspace_id = $1 offset 1)
      ) used
    `,
    [workspaceId],
  );
  return rows[0]?.name ?? null;
}

/** Whether anything but this workspace is in the installation. */
export const hasOthers = (db: Database, workspaceId: WorkspaceId): Promise<boolean> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query('select from workspace where id <> $1 limit 1', [workspaceId]);
    return rows.length > 0;
  });

export async function findWorkspaceName(workspaceId: WorkspaceId, sql: SqlClient): Promise<string> {
  const { rows } = await sql.query<{ name: string }>('select name from workspace where id = $1', [workspaceId]);
  return rows[0]?.name ?? '';
}
