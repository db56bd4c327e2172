import type { EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import type { SqlClient } from '#platform/db/database';
import type { RowOutcome } from '../people/import-batch';
import type { RawRow } from '../lead-rows/prepare-row';

export const json = new Set(['columns', 'mapping', 'options']);

/** Rows of an upload with their outcome, and the cells of each. */
interface RowsToInsert {
  uploadId: number;
  others: readonly RowOutcome[];
  cellsOf: (raw: RawRow) => readonly string[] | null;
}

/**
 * The outcome of each row that did not become a new lead (those stand together: insertFreshChunk); the cells are kept
 * only of rows that were left out.
 * @param cellsOf the cells of such a row
 */
export async function insertRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { uploadId, others, cellsOf }: RowsToInsert,
): Promise<void> {
  if (others.length === 0) return;
  const kept = others.map((row) => {
    const cells = row.outcome === 'UPDATED_EXISTING' ? null : cellsOf(row.raw);
    return cells === null ? null : storable(JSON.stringify(cells));
  });
  await sql.query(
    `
      insert into upload_row (
        workspace_id, upload_id, row_number, outcome, reason, email, lead_id, enrolment_id, "values"
      )
      select $1, $2, g.*
      from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[], $9::jsonb[]) as g
    `,
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

/**
 * JSON that PostgreSQL takes: without NUL and halves of a character, which JSON can write and jsonb cannot hold. An
 * escaped backslash is passed over, so that text which looks like one stays.
 */
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
  lead_id: LeadId | null;
  enrolment_id: EnrolmentId | null;
  values: string[] | null;
}

/** Rows of some outcomes in the order of the file, from after a row. */
export async function findRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  query: { outcomes: readonly UploadOutcome[]; after: number; limit: number },
): Promise<UploadRowRecord[]> {
  const values = [workspaceId, uploadId, query.outcomes, query.after, query.limit];
  const { rows } = await sql.query<UploadRowRecord>(
    `
      select row_number, outcome, reason, email, lead_id, enrolment_id, "values"
      from upload_row
      where workspace_id = $1 and upload_id = $2 and outcome = any($3) and row_number > $4
      order by row_number
      limit $5
    `,
    values,
  );
  if (!query.outcomes.includes('IMPORTED_NEW')) return rows;
  // Chunks hold a batch of rows each: no more of them are opened than the page needs.
  const fresh = await sql.query<UploadRowRecord>(
    `
      select r.row_number, 'IMPORTED_NEW' as outcome, null as reason, l.email, r.lead_id, r.enrolment_id,
        null as "values"
      from (
        select g.*
        from upload_chunk k,
          unnest(k.row_numbers, k.lead_ids, k.enrolment_ids) as g(row_number, lead_id, enrolment_id)
        where k.workspace_id = $1 and k.upload_id = $2 and k.last_row > $3 and g.row_number > $3
        order by k.first_row, g.row_number
        limit $4
      ) r
      left join lead l on l.id = r.lead_id
      order by r.row_number
    `,
    [workspaceId, uploadId, query.after, query.limit],
  );
  return [...rows, ...fresh.rows].sort((one, other) => one.row_number - other.row_number).slice(0, query.limit);
}
