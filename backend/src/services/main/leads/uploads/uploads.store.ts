import { createHash } from 'node:crypto';
import type { LeadCondition } from '@skein/contracts/main/campaign-settings';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import type { ColumnTarget, Quoting, UploadColumn, uploadStatuses } from '@skein/contracts/main/uploads.contract';
import type { SqlClient } from '#platform/db/database';
import { storable, json } from './upload-rows.store';

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
const joins = `
    left join app_user p on p.id = u.created_by
    left join campaign c on c.id = u.campaign_id
    left join lead_list t on t.id = u.list_id
  `;

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
    `
      insert into lead_upload (
        workspace_id, campaign_id, list_id, file_name, file_size, storage_key, created_by, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning id
    `,
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
        `select ${columns} from lead_upload u ${joins} where u.workspace_id = $1 and u.id = $2${lock ? ' FOR UPDATE OF u' : ''}`,
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
    `
      select ${columns}
      from lead_upload u ${joins}
      where u.workspace_id = $1
        and ($2::int is null or u.campaign_id = $2)
        and ($7::int is null or u.list_id = $7)
        and ($3::int is null or coalesce(c.client_id, t.client_id) = $3)
        and ($4::int is null or u.id < $4)
        and (
          $6::int is null
            or u.campaign_id in (select member_campaigns($6))
            or t.created_by = $6
            or (u.campaign_id is null and u.list_id is null and u.created_by = $6)
        )
      order by u.id desc
      limit $5
    `,
    [workspaceId, query.campaignId, query.clientId, query.before, query.limit, query.memberId, query.listId],
  );
  return rows;
}

/** Forgets an upload whose file was refused. */
export async function deleteUpload(workspaceId: number, sql: SqlClient, uploadId: number): Promise<void> {
  await sql.query('delete from lead_upload where workspace_id = $1 and id = $2', [workspaceId, uploadId]);
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
  await sql.query(`update lead_upload set ${sets.join(', ')} where workspace_id = $1 and id = $2`, values);
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
    `
      update lead_upload
      set rows_done = $5, rows_total = greatest(rows_total, $5),
        counts = (
          select jsonb_object_agg(
            key, coalesce((counts ->> key)::int, 0) + coalesce(($6::jsonb ->> key)::int, 0)
          )
          from (select jsonb_object_keys(counts) as key union select jsonb_object_keys($6::jsonb)) k
        )
      where workspace_id = $1 and id = $2 and status = 'IMPORTING' and run = $3 and rows_done = $4
    `,
    [workspaceId, upload.id, upload.run, upload.from, upload.to, JSON.stringify(upload.counts)],
  );
  return rowCount === 1;
}

const hashOf = (header: string): string => createHash('sha256').update(header).digest('hex');

/** What a header's columns were mapped to. */
interface ColumnMapping {
  header: string;
  mapping: readonly ColumnTarget[];
  at: Date;
}

export async function rememberMapping(
  workspaceId: number,
  sql: SqlClient,
  { header, mapping, at }: ColumnMapping,
): Promise<void> {
  await sql.query(
    `
      insert into upload_mapping (workspace_id, header_hash, mapping, updated_at)
      values ($1, $2, $3, $4)
      on conflict (workspace_id, header_hash)
      do update set mapping = excluded.mapping, updated_at = excluded.updated_at
    `,
    [workspaceId, hashOf(header), JSON.stringify(mapping), at],
  );
}

export async function findMapping(workspaceId: number, sql: SqlClient, header: string): Promise<ColumnTarget[] | null> {
  return (
    (
      await sql.query<{ mapping: ColumnTarget[] }>(
        'select mapping from upload_mapping where workspace_id = $1 and header_hash = $2',
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
  const isOver = `${place === 'campaign_id' ? 'list_id' : 'campaign_id'} is null and status in ('UPLOADED', 'IMPORTING')`;
  await sql.query(
    `
      update lead_upload
      set ${place} = null, status = case when ${isOver} then 'CANCELLED' else status end,
        run = case when ${isOver} then run + 1 else run end,
        finished_at = case when ${isOver} then clock_timestamp() else finished_at end,
        error = case when ${isOver} then $3 else error end
      where workspace_id = $1 and ${place} = $2
    `,
    [workspaceId, id, `The ${place === 'campaign_id' ? 'campaign' : 'list'} was deleted before all rows were in.`],
  );
}
