import { createHash } from 'node:crypto';
import type { LeadCondition } from '@skein/contracts/main/campaign-settings';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import type { ColumnTarget, Quoting, UploadColumn, uploadStatuses } from '@skein/contracts/main/uploads.contract';
import type { SqlClient } from '../../../../platform/db/database';
import type { RowOutcome } from '../leads/import-batch';
import type { RawRow } from '../leads/prepare-row';

export interface UploadRecord {
  id: number;
  workspace_id: number;
  campaign_id: number | null;
  list_id: number | null;
  file_name: string;
  file_size: number;
  storage_key: string;
  encoding: string | null;
  delimiter: string | null;
  has_header: boolean;
  columns: {
    columns?: UploadColumn[];
    sample_rows?: string[][];
    title_rows?: string[][];
    quoting?: Quoting;
    sheet?: string | null;
  };
  mapping: ColumnTarget[];
  options: Partial<LeadCondition>;
  status: (typeof uploadStatuses)[number];
  rows_total: number | null;
  has_estimate: boolean;
  rows_done: number;
  counts: Partial<Record<UploadOutcome, number>>;
  error: string | null;
  delete_identifier: string;
  created_by: number | null;
  created_by_name: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  undone_at: Date | null;
  run: number;
  client_id: number | null;
  list_name: string | null;
}

const columns =
  'u.*, coalesce(p.name, p.email) AS created_by_name, coalesce(c.client_id, t.client_id) AS client_id, t.name AS list_name';
const joins =
  'LEFT JOIN app_user p ON p.id = u.created_by LEFT JOIN campaign c ON c.id = u.campaign_id LEFT JOIN lead_list t ON t.id = u.list_id';

export async function insertUpload(
  workspaceId: number,
  sql: SqlClient,
  upload: {
    campaignId: number | null;
    listId: number | null;
    fileName: string;
    fileSize: number;
    storageKey: string;
    createdBy: number;
    at: Date;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'INSERT INTO lead_upload (workspace_id, campaign_id, list_id, file_name, file_size, storage_key, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id',
    [
      workspaceId,
      upload.campaignId,
      upload.listId,
      upload.fileName,
      upload.fileSize,
      upload.storageKey,
      upload.createdBy,
      upload.at,
    ],
  );
  return (rows[0] as { id: number }).id;
}

/** One upload; with `lock` held until the transaction ends. */
export async function findUpload(
  workspaceId: number,
  sql: SqlClient,
  uploadId: number,
  lock = false,
): Promise<UploadRecord | null> {
  return (
    (
      await sql.query<UploadRecord>(
        `SELECT ${columns} FROM lead_upload u ${joins} WHERE u.workspace_id = $1 AND u.id = $2${lock ? ' FOR UPDATE OF u' : ''}`,
        [workspaceId, uploadId],
      )
    ).rows[0] ?? null
  );
}

/** Uploads, newest first; those of a client's campaigns and lists only, when a client asks, and of theirs alone when a member with limited access does. */
export async function findUploads(
  workspaceId: number,
  sql: SqlClient,
  query: {
    campaignId: number | null;
    listId: number | null;
    clientId: number | null;
    memberId: number | null;
    before: number | null;
    limit: number;
  },
): Promise<UploadRecord[]> {
  const { rows } = await sql.query<UploadRecord>(
    `SELECT ${columns} FROM lead_upload u ${joins} WHERE u.workspace_id = $1 AND ($2::int IS NULL OR u.campaign_id = $2) AND ($7::int IS NULL OR u.list_id = $7) AND ($3::int IS NULL OR coalesce(c.client_id, t.client_id) = $3) AND ($4::int IS NULL OR u.id < $4) AND ($6::int IS NULL OR u.campaign_id IN (SELECT member_campaigns($6)) OR t.created_by = $6 OR (u.campaign_id IS NULL AND u.list_id IS NULL AND u.created_by = $6)) ORDER BY u.id DESC LIMIT $5`,
    [workspaceId, query.campaignId, query.clientId, query.before, query.limit, query.memberId, query.listId],
  );
  return rows;
}

/** Forgets an upload whose file was refused. */
export async function deleteUpload(workspaceId: number, sql: SqlClient, uploadId: number): Promise<void> {
  await sql.query('DELETE FROM lead_upload WHERE workspace_id = $1 AND id = $2', [workspaceId, uploadId]);
}

const changeable = new Set([
  'encoding',
  'delimiter',
  'has_header',
  'columns',
  'mapping',
  'options',
  'status',
  'rows_total',
  'has_estimate',
  'rows_done',
  'counts',
  'error',
  'started_at',
  'finished_at',
  'undone_at',
  'run',
]);
const json = new Set(['columns', 'mapping', 'options', 'counts']);

export async function changeUpload(
  workspaceId: number,
  sql: SqlClient,
  uploadId: number,
  change: Record<string, unknown>,
): Promise<void> {
  const values: unknown[] = [workspaceId, uploadId];
  const sets = Object.entries(change).map(([column, value]) => {
    if (!changeable.has(column)) throw new Error(`lead_upload.${column} is not changed here`);
    values.push(json.has(column) ? storable(JSON.stringify(value)) : value);
    return `"${column}" = $${values.length}`;
  });
  await sql.query(`UPDATE lead_upload SET ${sets.join(', ')} WHERE workspace_id = $1 AND id = $2`, values);
}

/**
 * Takes the next rows of an import under the fence of its run: false when it was cancelled, or when another process went on with
 * it. Everything a batch writes stands in the same transaction, so that a crash resumes at the exact row.
 */
export async function advanceUpload(
  workspaceId: number,
  sql: SqlClient,
  upload: { id: number; run: number; from: number; to: number; counts: Partial<Record<UploadOutcome, number>> },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE lead_upload SET rows_done = $5, rows_total = greatest(rows_total, $5), counts = (SELECT jsonb_object_agg(key, coalesce((counts ->> key)::int, 0) + coalesce(($6::jsonb ->> key)::int, 0)) FROM (SELECT jsonb_object_keys(counts) AS key UNION SELECT jsonb_object_keys($6::jsonb)) k)
     WHERE workspace_id = $1 AND id = $2 AND status = 'IMPORTING' AND run = $3 AND rows_done = $4`,
    [workspaceId, upload.id, upload.run, upload.from, upload.to, JSON.stringify(upload.counts)],
  );
  return rowCount === 1;
}

/**
 * The outcome of each row that did not become a new lead (those stand together: insertFreshChunk); the cells are kept only of rows that were left out.
 * @param cellsOf the cells of such a row
 */
export async function insertRows(
  workspaceId: number,
  sql: SqlClient,
  uploadId: number,
  others: readonly RowOutcome[],
  cellsOf: (raw: RawRow) => readonly string[] | null,
): Promise<void> {
  if (others.length === 0) return;
  const kept = others.map((row) => {
    const cells = row.outcome === 'UPDATED_EXISTING' ? null : cellsOf(row.raw);
    return cells === null ? null : storable(JSON.stringify(cells));
  });
  await sql.query(
    `INSERT INTO upload_row (workspace_id, upload_id, row_number, outcome, reason, email, lead_id, enrolment_id, "values")
     SELECT $1, $2, g.* FROM unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[], $9::jsonb[]) AS g`,
    [
      workspaceId,
      uploadId,
      others.map((row) => row.rowNumber),
      others.map((row) => row.outcome),
      others.map((row) => row.reason),
      others.map((row) => row.email),
      others.map((row) => row.leadId),
      others.map((row) => row.enrolmentId),
      kept,
    ],
  );
}

/** JSON that PostgreSQL takes: without NUL and halves of a character, which JSON can write and jsonb cannot hold. An escaped backslash is passed over, so that text which looks like one stays. */
export const storable = (json: string): string =>
  json.includes('\\u')
    ? json.replace(/\\(?:u0000|u(d[89a-f][0-9a-f]{2})|[^])/g, (found: string, half?: string) =>
        found === '\\u0000' ? '' : half ? '\ufffd' : found,
      )
    : json;

export interface UploadRowRecord {
  row_number: number;
  outcome: UploadOutcome;
  reason: string | null;
  email: string | null;
  lead_id: number | null;
  enrolment_id: number | null;
  values: string[] | null;
}

/** Rows of some outcomes in the order of the file, from after a row. */
export async function findRows(
  workspaceId: number,
  sql: SqlClient,
  uploadId: number,
  query: { outcomes: readonly UploadOutcome[]; after: number; limit: number },
): Promise<UploadRowRecord[]> {
  const values = [workspaceId, uploadId, query.outcomes, query.after, query.limit];
  const { rows } = await sql.query<UploadRowRecord>(
    `SELECT row_number, outcome, reason, email, lead_id, enrolment_id, "values" FROM upload_row WHERE workspace_id = $1 AND upload_id = $2 AND outcome = ANY($3) AND row_number > $4 ORDER BY row_number LIMIT $5`,
    values,
  );
  if (!query.outcomes.includes('IMPORTED_NEW')) return rows;
  // Chunks hold a batch of rows each: no more of them are opened than the page needs.
  const fresh = await sql.query<UploadRowRecord>(
    `SELECT r.row_number, 'IMPORTED_NEW' AS outcome, NULL AS reason, l.email, r.lead_id, r.enrolment_id, NULL AS "values" FROM (
       SELECT g.* FROM upload_chunk k, unnest(k.row_numbers, k.lead_ids, k.enrolment_ids) AS g(row_number, lead_id, enrolment_id) WHERE k.workspace_id = $1 AND k.upload_id = $2 AND k.last_row > $3 AND g.row_number > $3 ORDER BY k.first_row, g.row_number LIMIT $4) r
     LEFT JOIN lead l ON l.id = r.lead_id ORDER BY r.row_number`,
    [workspaceId, uploadId, query.after, query.limit],
  );
  return [...rows, ...fresh.rows].sort((one, other) => one.row_number - other.row_number).slice(0, query.limit);
}

const hashOf = (header: string): string => createHash('sha256').update(header).digest('hex');

export async function rememberMapping(
  workspaceId: number,
  sql: SqlClient,
  header: string,
  mapping: readonly ColumnTarget[],
  at: Date,
): Promise<void> {
  await sql.query(
    'INSERT INTO upload_mapping (workspace_id, header_hash, mapping, updated_at) VALUES ($1, $2, $3, $4) ON CONFLICT (workspace_id, header_hash) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at',
    [workspaceId, hashOf(header), JSON.stringify(mapping), at],
  );
}

export async function findMapping(workspaceId: number, sql: SqlClient, header: string): Promise<ColumnTarget[] | null> {
  return (
    (
      await sql.query<{ mapping: ColumnTarget[] }>(
        'SELECT mapping FROM upload_mapping WHERE workspace_id = $1 AND header_hash = $2',
        [workspaceId, hashOf(header)],
      )
    ).rows[0]?.mapping ?? null
  );
}

/**
 * Where leads were brought to is deleted: its uploads stay as history, and one that was to bring leads there alone ends, so that they
 * do not go on into the workspace, where nobody asked for them.
 * @param place what is deleted
 */
export async function detachUploads(
  workspaceId: number,
  sql: SqlClient,
  place: 'campaign_id' | 'list_id',
  id: number,
): Promise<void> {
  const isOver = `${place === 'campaign_id' ? 'list_id' : 'campaign_id'} IS NULL AND status IN ('UPLOADED', 'IMPORTING')`;
  await sql.query(
    `UPDATE lead_upload SET ${place} = NULL, status = CASE WHEN ${isOver} THEN 'CANCELLED' ELSE status END, run = CASE WHEN ${isOver} THEN run + 1 ELSE run END, finished_at = CASE WHEN ${isOver} THEN clock_timestamp() ELSE finished_at END,
       error = CASE WHEN ${isOver} THEN $3 ELSE error END WHERE workspace_id = $1 AND ${place} = $2`,
    [workspaceId, id, `The ${place === 'campaign_id' ? 'campaign' : 'list'} was deleted before all rows were in.`],
  );
}
