import type { CampaignId, ClientId, WorkspaceId } from '@skein/contracts/ids';
import { createHash } from 'node:crypto';
import type { LeadCondition } from '@skein/contracts/main/campaign-settings';
import type { ColumnTarget, Quoting, UploadColumn } from '@skein/contracts/main/uploads.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import { storable, json } from './upload-rows.store';

/** What is known of the file of an upload and chosen for it. */
export interface UploadDetails {
  id: number;
  workspace_id: WorkspaceId;
  campaign_id: CampaignId | null;
  list_id: number | null;
  /** The client whose campaign or list it is for. */ client_id: ClientId | null;
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
    /** Rows of the sheet above the first lead, and the number of each row of the sample. Uploads of earlier versions have neither. */
    rows_above?: number;
    sample_numbers?: number[];
    quoting?: Quoting;
    sheet?: string | null;
  };
  mapping: ColumnTarget[];
  options: Partial<LeadCondition>;
  /** Rows of the file, as they were counted or estimated when it was looked at. */ rows_total: number | null;
  has_estimate: boolean;
  /** Rows read so far whose address was repaired, and whose address is one of a role. */
  repaired_addresses: number;
  role_addresses: number;
  delete_identifier: string;
}

/** An upload with its run, which counts rows by their outcome. */
export type UploadRecord = UploadDetails & BulkRunRecord & { list_name: string | null };

const details = `
  u.id, u.workspace_id, u.campaign_id, u.list_id, coalesce(c.client_id, t.client_id) as client_id, u.file_name,
    u.file_size, u.storage_key, u.encoding, u.delimiter, u.has_header, u.columns, u.mapping, u.options, u.rows_total,
    u.has_estimate, u.repaired_addresses, u.role_addresses, u.delete_identifier
`;
const places = `
  left join campaign c on c.id = u.campaign_id
  left join lead_list t on t.id = u.list_id
`;
const columns = `${details}, t.name as list_name, ${runColumns}`;
const joins = `${runJoins('u')} ${places}`;

export async function insertUpload(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  upload: {
    runId: number;
    campaignId: CampaignId | null;
    listId: number | null;
    fileName: string;
    fileSize: number;
    storageKey: string;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into lead_upload (
        workspace_id, run_id, campaign_id, list_id, file_name, file_size, storage_key
      )
      values ($1, $2, $3, $4, $5, $6, $7)
      returning id
    `,
    [workspaceId, upload.runId, upload.campaignId, upload.listId, upload.fileName, upload.fileSize, upload.storageKey],
  );
  return (rows[0] as { id: number }).id;
}

export async function findUpload(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
): Promise<UploadRecord | null> {
  return (
    (
      await sql.query<UploadRecord>(
        `select ${columns} from lead_upload u ${joins} where u.workspace_id = $1 and u.id = $2`,
        [workspaceId, uploadId],
      )
    ).rows[0] ?? null
  );
}

/** What the run of an upload works on. */
export async function findUploadOfRun(workspaceId: WorkspaceId, sql: SqlClient, runId: number): Promise<UploadDetails> {
  const { rows } = await sql.query<UploadDetails>(
    `select ${details} from lead_upload u ${places} where u.workspace_id = $1 and u.run_id = $2`,
    [workspaceId, runId],
  );
  return rows[0] as UploadDetails;
}

/**
 * Uploads, newest first; those of a client's campaigns and lists only, when a client asks, and of theirs alone when a
 * member with limited access does.
 */
export async function findUploads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  query: {
    campaignId: CampaignId | null;
    listId: number | null;
    clientId: ClientId | null;
    memberId: number | null;
    deleteIdentifier?: string | undefined;
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
        and ($8::uuid is null or u.delete_identifier = $8)
        and (
          $6::int is null
            or u.campaign_id in (select member_campaigns($6))
            or t.created_by = $6
            or (u.campaign_id is null and u.list_id is null and r.created_by = $6)
        )
      order by u.id desc
      limit $5
    `,
    [
      workspaceId,
      query.campaignId,
      query.clientId,
      query.before,
      query.limit,
      query.memberId,
      query.listId,
      query.deleteIdentifier ?? null,
    ],
  );
  return rows;
}

/** What is found in the file of an upload and chosen for it before it begins. */
type UploadChange = Partial<
  Pick<
    UploadDetails,
    'encoding' | 'delimiter' | 'has_header' | 'columns' | 'mapping' | 'options' | 'rows_total' | 'has_estimate'
  >
>;

export async function changeUpload(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  change: UploadChange,
): Promise<void> {
  const values: unknown[] = [workspaceId, uploadId];
  const sets = Object.entries(change).map(([column, value]) => {
    values.push(json.has(column) ? storable(JSON.stringify(value)) : value);
    return `"${column}" = $${values.length}`;
  });
  await sql.query(`update lead_upload set ${sets.join(', ')} where workspace_id = $1 and id = $2`, values);
}

/** Adds what a batch found in its addresses. */
export async function addAddressCounts(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  { repaired, roles }: { repaired: number; roles: number },
): Promise<void> {
  await sql.query(
    `
      update lead_upload
      set repaired_addresses = repaired_addresses + $3, role_addresses = role_addresses + $4
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, uploadId, repaired, roles],
  );
}

/** Says that the whole file was read: its rows are counted. */
export async function markWhole(workspaceId: WorkspaceId, sql: SqlClient, uploadId: number): Promise<void> {
  await sql.query('update lead_upload set has_estimate = false where workspace_id = $1 and id = $2', [
    workspaceId,
    uploadId,
  ]);
}

export async function markUndone(workspaceId: WorkspaceId, sql: SqlClient, uploadId: number, at: Date): Promise<void> {
  await sql.query('update lead_upload set undone_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    uploadId,
    at,
  ]);
}

const hashOf = (header: string): string => createHash('sha256').update(header).digest('hex');

/** What a header's columns were mapped to. */
interface ColumnMapping {
  header: string;
  mapping: readonly ColumnTarget[];
  at: Date;
}

export async function rememberMapping(
  workspaceId: WorkspaceId,
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

export async function findMapping(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  header: string,
): Promise<ColumnTarget[] | null> {
  return (
    (
      await sql.query<{ mapping: ColumnTarget[] }>(
        'select mapping from upload_mapping where workspace_id = $1 and header_hash = $2',
        [workspaceId, hashOf(header)],
      )
    ).rows[0]?.mapping ?? null
  );
}

/** Uploads that bring leads to one place alone and have not ended, in the order of their runs, and the time. */
export async function findRunsInto(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  place: 'campaign_id' | 'list_id',
  id: number,
): Promise<{ run_id: number; at: Date }[]> {
  const other = place === 'campaign_id' ? 'list_id' : 'campaign_id';
  const { rows } = await sql.query<{ run_id: number; at: Date }>(
    `
      select r.id as run_id, clock_timestamp() as at
      from lead_upload u
      join bulk_run r on r.workspace_id = u.workspace_id and r.id = u.run_id
      where u.workspace_id = $1 and u.${place} = $2 and u.${other} is null and r.status in ('UPLOADED', 'WAITING', 'RUNNING')
      order by r.id
    `,
    [workspaceId, id],
  );
  return rows;
}

/** Uploads no longer say that they brought leads to this place. */
export async function forgetPlace(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  place: 'campaign_id' | 'list_id',
  id: number,
): Promise<void> {
  await sql.query(`update lead_upload set ${place} = null where workspace_id = $1 and ${place} = $2`, [
    workspaceId,
    id,
  ]);
}
