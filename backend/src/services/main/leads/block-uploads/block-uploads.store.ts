import type {
  BlockOutcome,
  BlockUploadColumn,
  blockUploadStatuses,
} from '@skein/contracts/main/block-uploads.contract';
import type { Quoting } from '@skein/contracts/main/uploads.contract';
import type { SqlClient } from '#platform/db/database';
import { storable } from '../uploads/uploads.api';

export interface BlockUploadRecord {
  id: number;
  workspace_id: number;
  client_scope: number;
  file_name: string;
  file_size: number;
  storage_key: string;
  sheet: string | null;
  encoding: string | null;
  delimiter: string | null;
  quoting: Quoting;
  has_header: boolean;
  title_rows: string[][];
  columns: BlockUploadColumn[];
  column_index: number | null;
  reason: string | null;
  status: (typeof blockUploadStatuses)[number];
  rows_total: number | null;
  has_estimate: boolean;
  rows_done: number;
  /** Rows whose leads are stopped; it follows `rows_done` by one batch at most. */ rows_applied: number;
  counts: Partial<Record<BlockOutcome, number>>;
  leads_blocked: number;
  emails_cancelled: number;
  entries_removed: number;
  entries_handed_over: number;
  run: number;
  error: string | null;
  delete_identifier: string;
  created_by: number | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  undone_at: Date | null;
  created_by_name: string | null;
  client_name: string | null;
}

const columns = 'u.*, coalesce(p.name, p.email) AS created_by_name, c.name AS client_name';
const joins = `
    left join app_user p on p.id = u.created_by
    left join agency_client c on c.workspace_id = u.workspace_id and c.id = u.client_scope
  `;

export async function insertBlockUpload(
  workspaceId: number,
  sql: SqlClient,
  upload: {
    clientScope: number;
    fileName: string;
    fileSize: number;
    storageKey: string;
    sheet: string | null;
    createdBy: number;
    at: Date;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into block_upload (
        workspace_id, client_scope, file_name, file_size, storage_key, sheet, created_by, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning id
    `,
    [
      workspaceId,
      upload.clientScope,
      upload.fileName,
      upload.fileSize,
      upload.storageKey,
      upload.sheet,
      upload.createdBy,
      upload.at,
    ],
  );
  return (rows[0] as { id: number }).id;
}

/** An upload by its id or identifier, within scopes, locked or only read. */
interface BlockUploadLookup {
  key: { id: number } | { identifier: string };
  scopes: readonly number[] | null;
  lock?: boolean;
}

/** One upload by its id, or by the identifier of its link; with `lock` held until the transaction ends. `scopes`: null for all. */
export async function findBlockUpload(
  workspaceId: number,
  sql: SqlClient,
  { key, scopes, lock = false }: BlockUploadLookup,
): Promise<BlockUploadRecord | null> {
  const byId = 'id' in key;
  const { rows } = await sql.query<BlockUploadRecord>(
    `
      select ${columns}
      from block_upload u ${joins}
      where u.workspace_id = $1 and ${byId ? 'u.id = $2' : 'u.delete_identifier = $2::uuid'} and ($3::int[] is null or u.client_scope = any($3))${lock ? ' FOR UPDATE OF u' : ''}
    `,
    [workspaceId, byId ? key.id : key.identifier, scopes],
  );
  return rows[0] ?? null;
}

/** Uploads, newest first, from before an id. */
export async function findBlockUploads(
  workspaceId: number,
  sql: SqlClient,
  query: { scopes: readonly number[] | null; before: number | null; limit: number },
): Promise<BlockUploadRecord[]> {
  const { rows } = await sql.query<BlockUploadRecord>(
    `
      select ${columns}
      from block_upload u ${joins}
      where u.workspace_id = $1
        and ($2::int[] is null or u.client_scope = any($2))
        and ($3::int is null or u.id < $3)
      order by u.id desc
      limit $4
    `,
    [workspaceId, query.scopes, query.before, query.limit],
  );
  return rows;
}

export async function countBlockUploads(
  workspaceId: number,
  sql: SqlClient,
  scopes: readonly number[] | null,
): Promise<number> {
  return (
    (
      await sql.query<{ count: number }>(
        `
          select count(*)::int as count
          from block_upload u
          where u.workspace_id = $1 and ($2::int[] is null or u.client_scope = any($2))
        `,
        [workspaceId, scopes],
      )
    ).rows[0]?.count ?? 0
  );
}

const changeable = new Set([
  'client_scope',
  'encoding',
  'delimiter',
  'quoting',
  'has_header',
  'title_rows',
  'columns',
  'column_index',
  'reason',
  'status',
  'rows_total',
  'has_estimate',
  'rows_done',
  'rows_applied',
  'counts',
  'error',
  'started_at',
  'finished_at',
  'undone_at',
  'run',
]);
const json = new Set(['columns', 'counts', 'title_rows']);

export async function changeBlockUpload(
  workspaceId: number,
  sql: SqlClient,
  uploadId: number,
  change: Record<string, unknown>,
): Promise<void> {
  const values: unknown[] = [workspaceId, uploadId];
  const sets = Object.entries(change).map(([column, value]) => {
    if (!changeable.has(column)) throw new Error(`block_upload.${column} is not changed here`);
    values.push(json.has(column) ? storable(JSON.stringify(value)) : value);
    return `"${column}" = $${values.length}`;
  });
  await sql.query(`update block_upload set ${sets.join(', ')} where workspace_id = $1 and id = $2`, values);
}

/** Forgets an upload that never began. */
export async function deleteBlockUpload(workspaceId: number, sql: SqlClient, uploadId: number): Promise<void> {
  await sql.query('delete from block_upload where workspace_id = $1 and id = $2', [workspaceId, uploadId]);
}

export interface LeftOutRow {
  row_number: number;
  outcome: BlockOutcome;
  reason: string | null;
  value: string | null;
}

/** The skipped rows of an upload, after one number. */
interface LeftOutPage {
  uploadId: number;
  after: number;
  limit: number;
}

/** Rows that brought no entry, in the order of the file, from after a row. */
export async function findLeftOut(
  workspaceId: number,
  sql: SqlClient,
  { uploadId, after, limit }: LeftOutPage,
): Promise<LeftOutRow[]> {
  return (
    await sql.query<LeftOutRow>(
      `
        select row_number, outcome, reason, value
        from block_upload_row
        where workspace_id = $1 and upload_id = $2 and row_number > $3
        order by row_number
        limit $4
      `,
      [workspaceId, uploadId, after, limit],
    )
  ).rows;
}
