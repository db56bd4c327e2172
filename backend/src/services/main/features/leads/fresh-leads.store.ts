import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyStream } from 'pg-copy-streams';
import type { SqlClient } from '../../../../platform/db/database';
import { holdSequence } from '../../../../platform/outcomes/next-step.store';
import { lineNames, standardFieldNames } from './lead-line';

const fields = standardFieldNames.map((name) => `"${name}"`).join(', ');

/** The session's own tables of a batch, which forget their rows with the transaction: its rows, and those that became new leads. */
const tables = `SET LOCAL synchronous_commit = off; CREATE TEMP TABLE IF NOT EXISTS file_batch (row_number int, ${lineNames.map((name) => `"${name}" text`).join(', ')}) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS fresh_batch (row_number int, lead_id int, provider text) ON COMMIT DELETE ROWS; DELETE FROM file_batch; DELETE FROM fresh_batch`;

/**
 * Empties the tables of a batch, or makes them, and lets its transaction not wait for the disk: should it be lost in a crash of the server, the number of rows
 * that are behind is lost with it. The end of the import waits, and with it everything before is on the disk. One round trip for all of it.
 */
export const openBatch = async (sql: SqlClient): Promise<void> => void (await sql.query(tables));

/** Brings the rows of a batch to the session's table: one text, as COPY reads it (RowBatch.lines). */
export async function copyRows(sql: SqlClient, lines: Buffer): Promise<void> {
  await pipeline(Readable.from([lines]), sql.query(copyStream('COPY file_batch FROM STDIN')));
}

export interface ListedValues {
  emails: string[];
  domains: string[];
}

/** Addresses and domains of the copied rows that the block list names, whatever becomes of their rows. Kinds of entries that the workspace has none of are not looked for. */
export async function findListedValues(
  workspaceId: number,
  sql: SqlClient,
  clientScope: number,
  hashOf: (email: string) => string,
): Promise<ListedValues> {
  const has = (kind: string) =>
    `EXISTS (SELECT FROM suppression WHERE workspace_id = $1 AND kind = '${kind}') AS ${kind}`;
  const {
    rows: [kinds],
  } = await sql.query<{ email: boolean; domain: boolean; hash: boolean }>(
    `SELECT ${has('email')}, ${has('domain')}, ${has('hash')}`,
    [workspaceId],
  );
  const find = async (kind: 'email' | 'domain') =>
    kinds?.[kind]
      ? (
          await sql.query<{ value: string }>(
            `SELECT DISTINCT value FROM suppression WHERE workspace_id = $1 AND kind = '${kind}' AND value = ANY(ARRAY(SELECT DISTINCT ${kind} FROM file_batch)) AND client_scope IN (0, $2)`,
            [workspaceId, clientScope],
          )
        ).rows.map((row) => row.value)
      : [];
  const listed = { emails: await find('email'), domains: await find('domain') };
  if (kinds?.hash) {
    const byHash = new Map(
      (await sql.query<{ email: string }>('SELECT email FROM file_batch')).rows.map(({ email }) => [
        hashOf(email),
        email,
      ]),
    );
    const found = await sql.query<{ value: string }>(
      `SELECT value FROM suppression WHERE workspace_id = $1 AND kind = 'hash' AND value = ANY($2)`,
      [workspaceId, [...byHash.keys()]],
    );
    listed.emails.push(...found.rows.map((row) => byHash.get(row.value) as string));
  }
  return listed;
}

/**
 * Writes those of the copied rows that nobody has listed and that are no leads yet, the first of each address, in the order of addresses, so that
 * two imports never deadlock. All other rows are left for a closer look. @returns how many
 */
export async function insertFreshLeads(
  workspaceId: number,
  sql: SqlClient,
  listed: ListedValues,
  options: { uploadId: number; at: Date },
): Promise<number> {
  const values: unknown[] = [workspaceId, options.uploadId, options.at];
  const excluded = (['email', 'domain'] as const).flatMap((column) =>
    listed[`${column}s`].length === 0 ? [] : [`g.${column} <> ALL($${values.push(listed[`${column}s`])}::text[])`],
  );
  const { rowCount } = await sql.query(
    `WITH fresh AS (
       INSERT INTO lead (workspace_id, upload_id, created_at, updated_at, email, domain, custom_fields, ${fields}, provider)
       SELECT $1, $2::int, $3::timestamptz, $3::timestamptz, g.email, g.domain, g.custom::jsonb, ${standardFieldNames.map((name) => `g."${name}"`).join(', ')}, coalesce(d.provider, 'OTHER')
       FROM file_batch AS g LEFT JOIN mail_domain d ON d.domain = g.domain${excluded.length === 0 ? '' : ` WHERE ${excluded.join(' AND ')}`} ORDER BY g.email COLLATE "C", g.row_number
       ON CONFLICT (workspace_id, email) DO NOTHING RETURNING id, email, provider)
     INSERT INTO fresh_batch SELECT min(g.row_number), f.id, min(f.provider) FROM fresh f JOIN file_batch g ON g.email = f.email GROUP BY f.id`,
    values,
  );
  return rowCount ?? 0;
}

/** The copied rows that became no new leads, and the first row of the same address. */
export async function findOtherRows(sql: SqlClient): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ row_number: number; first_row: number }>(
    'SELECT g.* FROM (SELECT row_number, min(row_number) OVER (PARTITION BY email) AS first_row FROM file_batch) g WHERE g.row_number NOT IN (SELECT row_number FROM fresh_batch)',
  );
  return new Map(rows.map((row) => [row.row_number, row.first_row]));
}

/** Puts the new leads where the import goes, in the order of the file. @returns how many were enrolled */
export async function placeFreshLeads(
  workspaceId: number,
  sql: SqlClient,
  target: { campaignId: number | null; listId: number | null; uploadId: number; at: Date },
): Promise<number> {
  const { campaignId, listId, uploadId, at } = target;
  if (listId !== null)
    await sql.query(
      'INSERT INTO lead_list_member (workspace_id, list_id, lead_id, upload_id, added_at) SELECT $1, $2, lead_id, $3, $4 FROM fresh_batch ORDER BY lead_id ON CONFLICT DO NOTHING',
      [workspaceId, listId, uploadId, at],
    );
  if (campaignId === null) return 0;
  await holdSequence(workspaceId, sql, campaignId);
  const { rowCount } = await sql.query(
    `INSERT INTO enrolment (workspace_id, campaign_id, lead_id, provider, upload_id, row_number, created_at, updated_at, spin_index, next_step_id)
     SELECT $1, $2, g.lead_id, g.provider, $3, g.row_number, $4, $4, coalesce((SELECT spin_index + 1 FROM enrolment WHERE campaign_id = $2 ORDER BY id DESC LIMIT 1), 0) + row_number() OVER (ORDER BY g.row_number) - 1,
       (SELECT id FROM sequence_step WHERE campaign_id = $2 AND NOT is_deleted ORDER BY seq_number LIMIT 1)
     FROM fresh_batch g ORDER BY g.row_number`,
    [workspaceId, campaignId, uploadId, at],
  );
  return rowCount ?? 0;
}

/** Notes the outcome of the new leads, as `insertRows` does of those that are given to it, together with them: a batch is one row. */
export async function insertFreshChunk(
  workspaceId: number,
  sql: SqlClient,
  target: { campaignId: number | null; uploadId: number },
  more: readonly { rowNumber: number; leadId: number | null; enrolmentId: number | null }[],
): Promise<void> {
  await sql.query(
    `INSERT INTO upload_chunk (workspace_id, upload_id, first_row, last_row, row_numbers, lead_ids, enrolment_ids)
     SELECT $1, $2, min(row_number), max(row_number), array_agg(row_number ORDER BY row_number), array_agg(lead_id ORDER BY row_number), array_agg(enrolment_id ORDER BY row_number) FROM (
       SELECT f.row_number, f.lead_id, ${target.campaignId === null ? 'NULL::int AS enrolment_id FROM fresh_batch f' : 'e.id AS enrolment_id FROM fresh_batch f LEFT JOIN enrolment e ON e.campaign_id = $6 AND e.lead_id = f.lead_id'}
       UNION ALL SELECT * FROM unnest($3::int[], $4::int[], $5::int[])) g HAVING count(*) > 0`,
    [
      workspaceId,
      target.uploadId,
      more.map((row) => row.rowNumber),
      more.map((row) => row.leadId),
      more.map((row) => row.enrolmentId),
      ...(target.campaignId === null ? [] : [target.campaignId]),
    ],
  );
}
