import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import {
  archiveDays,
  type ArchiveManifest,
  type exportStages,
} from '@skein/contracts/main/workspace-archives.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { deleteRun, runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { Database, SqlClient } from '#platform/db/database';

const day = 24 * 60 * 60 * 1000;

interface ArchiveRow extends BulkRunRecord {
  id: number;
  manifest: ArchiveManifest | null;
  file_key: string | null;
  created_by: UserId | null;
  /** null for an operator. */
  creator: string | null;
}

/** Where an export is. */
type ExportPlace = { stage: (typeof exportStages)[number] };

export interface ExportRow extends ArchiveRow {
  place: ExportPlace | null;
  counts: { files?: number } & Record<string, number>;
  pauses_campaigns: boolean;
  paused: number;
  size: string | null;
  sha256: string | null;
  expires_at: Date | null;
}

/** Where an import goes on: at a line of a table, in the order of the catalog, or at a file. */
export type ImportPlace =
  | { stage: 'CHECK' }
  | { stage: 'ROWS'; table: number; line: number }
  | { stage: 'FILES'; file: number };

export interface ImportRow extends ArchiveRow {
  place: ImportPlace | null;
  file_name: string;
}

const creator = `coalesce(nullif(r_person.name, ''), r_person.email) as creator`;

/** One export or import, by its own number or that of its run. */
interface OneArchive {
  id?: number;
  runId?: number;
}

/** Exports, newest first; their manifests only when one is asked for. */
export async function findExports(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, runId }: OneArchive = {},
): Promise<ExportRow[]> {
  const { rows } = await sql.query<ExportRow>(
    `
      select e.id, e.pauses_campaigns, e.paused, e.size, e.sha256, case when $2::int is not null then e.manifest end as manifest,
        e.file_key, e.expires_at, ${runColumns}, ${creator}
      from workspace_export e
      ${runJoins('e')}
      where e.workspace_id = $1
        and ($2::int is null or e.id = $2)
        and ($3::int is null or e.run_id = $3)
      order by e.id desc
      limit 20
    `,
    [workspaceId, id ?? null, runId ?? null],
  );
  return rows;
}

/** Locks the workspace's exports and imports, so that two starts do not both begin. @returns whether one is running */
export async function isArchiving(workspaceId: WorkspaceId, sql: SqlClient): Promise<boolean> {
  await sql.query(`select pg_advisory_xact_lock($1, hashtext('workspace-archives'))`, [workspaceId]);
  const { rows } = await sql.query(
    `
      select
      from bulk_run
      where workspace_id = $1
        and kind in ('WORKSPACE_EXPORT', 'WORKSPACE_IMPORT')
        and status in ('WAITING', 'RUNNING')
    `,
    [workspaceId],
  );
  return rows.length > 0;
}

export async function insertExport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { runId: number; pauses: boolean },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'insert into workspace_export (workspace_id, run_id, pauses_campaigns) values ($1, $2, $3) returning id',
    [workspaceId, given.runId, given.pauses],
  );
  return (rows[0] as { id: number }).id;
}

/** One more campaign was paused for an export. */
export const addPaused = (workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<unknown> =>
  sql.query('update workspace_export set paused = paused + 1 where workspace_id = $1 and id = $2', [workspaceId, id]);

/** The archive of an export, and until when it is kept. */
interface KeptArchive {
  fileKey: string;
  size: number;
  sha256: string;
  manifest: ArchiveManifest;
  expiresAt: Date;
}

export async function keepArchive(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  { fileKey, size, sha256, manifest, expiresAt }: KeptArchive,
): Promise<void> {
  await sql.query(
    `
      update workspace_export
      set file_key = $3, size = $4, sha256 = $5, manifest = $6, expires_at = $7
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, fileKey, size, sha256, JSON.stringify(manifest), expiresAt],
  );
}

/** Deletes an export, first of all its own row: the change history does not tell of what goes together with a run. */
export async function deleteExport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, run_id }: Pick<ExportRow, 'id' | 'run_id'>,
): Promise<void> {
  await sql.query('delete from workspace_export where workspace_id = $1 and id = $2', [workspaceId, id]);
  await deleteRun(workspaceId, sql, run_id);
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

/** A stored archive that nobody needs any more. */
interface SpentArchive {
  workspace_id: WorkspaceId;
  id: number;
  file_key: string;
  of: 'workspace_export' | 'workspace_import';
}

/** Archives of all workspaces that nobody needs: of exports and stopped imports whose days are over, and of imports that are done. */
export const findSpentArchives = (db: Database, now: Date): Promise<SpentArchive[]> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<SpentArchive>(
      `
        select workspace_id, id, file_key, 'workspace_export' as of
        from workspace_export
        where expires_at < $1 and file_key is not null
        union all
        select i.workspace_id, i.id, i.file_key, 'workspace_import'
        from workspace_import i
        join bulk_run r on r.workspace_id = i.workspace_id and r.id = i.run_id
        where i.file_key is not null
          and (r.status = 'COMPLETED' or r.status in ('FAILED', 'CANCELLED') and r.finished_at < $2)
        limit 1000
      `,
      [now, new Date(now.getTime() - archiveDays * day)],
    );
    return rows;
  });

/** The archive is deleted; that it was there is kept. */
export const forgetArchive = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { of, id }: Pick<SpentArchive, 'of' | 'id'>,
): Promise<unknown> =>
  sql.query(`update ${of} set file_key = null where workspace_id = $1 and id = $2`, [workspaceId, id]);

export async function findImports(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, runId }: OneArchive = {},
): Promise<ImportRow[]> {
  const { rows } = await sql.query<ImportRow>(
    `
      select i.id, i.file_name, i.file_key, i.manifest, ${runColumns}, ${creator}
      from workspace_import i
      ${runJoins('i')}
      where i.workspace_id = $1
        and ($2::int is null or i.id = $2)
        and ($3::int is null or i.run_id = $3)
      order by i.id desc
      limit 5
    `,
    [workspaceId, id ?? null, runId ?? null],
  );
  return rows;
}

export async function insertImport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { runId: number; fileName: string; fileKey: string },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'insert into workspace_import (workspace_id, run_id, file_name, file_key) values ($1, $2, $3, $4) returning id',
    [workspaceId, given.runId, given.fileName, given.fileKey],
  );
  return (rows[0] as { id: number }).id;
}

/** Keeps what an archive says that it holds. */
export const putManifest = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  manifest: ArchiveManifest,
): Promise<unknown> =>
  sql.query('update workspace_import set manifest = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    JSON.stringify(manifest),
  ]);

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
