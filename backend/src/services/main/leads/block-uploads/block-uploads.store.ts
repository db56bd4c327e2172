import type { WorkspaceId } from '@skein/contracts/ids';
import type { BlockOutcome, BlockUploadColumn } from '@skein/contracts/main/block-uploads.contract';
import type { Quoting } from '@skein/contracts/main/uploads.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import { storable } from '../uploads/upload-rows.store';

/** What is known of the file of an upload and chosen for it, and what it did. */
export interface BlockUploadDetails {
  id: number;
  workspace_id: WorkspaceId;
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
  /** Rows of the file, as they were counted or estimated when it was looked at. */ rows_total: number | null;
  has_estimate: boolean;
  /** Rows whose leads are stopped; it follows the rows that are done by one batch at most. */ rows_applied: number;
  leads_blocked: number;
  emails_cancelled: number;
  entries_removed: number;
  entries_handed_over: number;
  delete_identifier: string;
  undone_at: Date | null;
}

/** An upload with its run, which counts rows by their outcome. */
export type BlockUploadRecord = BlockUploadDetails & BulkRunRecord & { client_name: string | null };

const details = `
  u.id, u.workspace_id, u.client_scope, u.file_name, u.file_size, u.storage_key, u.sheet, u.encoding, u.delimiter,
    u.quoting, u.has_header, u.title_rows, u.columns, u.column_index, u.reason, u.rows_total, u.has_estimate,
    u.rows_applied, u.leads_blocked, u.emails_cancelled, u.entries_removed, u.entries_handed_over,
    u.delete_identifier, u.undone_at
`;
const columns = `${details}, ${runColumns}, c.name as client_name`;
const joins = `
  ${runJoins('u')}
  left join agency_client c on c.workspace_id = u.workspace_id and c.id = u.client_scope
`;

export async function insertBlockUpload(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  upload: {
    runId: number;
    clientScope: number;
    fileName: string;
    fileSize: number;
    storageKey: string;
    sheet: string | null;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into block_upload (
        workspace_id, run_id, client_scope, file_name, file_size, storage_key, sheet
      )
      values ($1, $2, $3, $4, $5, $6, $7)
      returning id
    `,
    [workspaceId, upload.runId, upload.clientScope, upload.fileName, upload.fileSize, upload.storageKey, upload.sheet],
  );
  return (rows[0] as { id: number }).id;
}

/** An upload by its id or identifier, within scopes. */
interface BlockUploadLookup {
  key: { id: number } | { identifier: string };
  scopes: readonly number[] | null;
}

/** One upload by its id, or by the identifier of its link. `scopes`: null for all. */
export async function findBlockUpload(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { key, scopes }: BlockUploadLookup,
): Promise<BlockUploadRecord | null> {
  const byId = 'id' in key;
  const { rows } = await sql.query<BlockUploadRecord>(
    `
      select ${columns}
      from block_upload u ${joins}
      where u.workspace_id = $1 and ${byId ? 'u.id = $2' : 'u.delete_identifier = $2::uuid'}
        and ($3::int[] is null or u.client_scope = any($3))
    `,
    [workspaceId, byId ? key.id : key.identifier, scopes],
  );
  return rows[0] ?? null;
}

/** What the run of an upload works on. */
export async function findBlockUploadOfRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  runId: number,
): Promise<BlockUploadDetails> {
  const { rows } = await sql.query<BlockUploadDetails>(
    `select ${details} from block_upload u where u.workspace_id = $1 and u.run_id = $2`,
    [workspaceId, runId],
  );
  return rows[0] as BlockUploadDetails;
}

/** Uploads, newest first, from before an id. */
export async function findBlockUploads(
  workspaceId: WorkspaceId,
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
  workspaceId: WorkspaceId,
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

/** What is found in the file of an upload and chosen for it before it begins. */
type BlockUploadChange = Partial<
  Pick<
    BlockUploadDetails,
    | 'client_scope'
    | 'encoding'
    | 'delimiter'
    | 'quoting'
    | 'has_header'
    | 'title_rows'
    | 'columns'
    | 'column_index'
    | 'reason'
    | 'rows_total'
    | 'has_estimate'
  >
>;
const json = new Set(['columns', 'title_rows']);

export async function changeBlockUpload(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  change: BlockUploadChange,
): Promise<void> {
  const values: unknown[] = [workspaceId, uploadId];
  const sets = Object.entries(change).map(([column, value]) => {
    values.push(json.has(column) ? storable(JSON.stringify(value)) : value);
    return `"${column}" = $${values.length}`;
  });
  await sql.query(`update block_upload set ${sets.join(', ')} where workspace_id = $1 and id = $2`, values);
}

/** Forgets the samples of a file whose upload is over: they were for choosing a column. @returns its id */
export async function endBlockUpload(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  runId: number,
  isWhole: boolean,
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      update block_upload
      set has_estimate = has_estimate and not $3,
        columns = (select coalesce(jsonb_agg(c || '{"samples": []}'), '[]') from jsonb_array_elements(columns) c)
      where workspace_id = $1 and run_id = $2
      returning id
    `,
    [workspaceId, runId, isWhole],
  );
  return (rows[0] as { id: number }).id;
}

export async function markBlockUploadUndone(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  at: Date,
): Promise<void> {
  await sql.query('update block_upload set undone_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    uploadId,
    at,
  ]);
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
  workspaceId: WorkspaceId,
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
