import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyStream } from 'pg-copy-streams';
import type { SqlClient } from '#platform/db/database';
import { holdSequence } from '#lifecycle/lifecycle.api';
import { lineNames, standardFieldNames } from '../lead-rows/lead-line';

const fields = standardFieldNames.map((name) => `"${name}"`).join(', ');

/** The session's own tables of a batch, which forget their rows with the transaction: its rows, and those that became new leads. */
const tables = `
  set local synchronous_commit = off; create temp table if not
    exists file_batch (row_number int, ${lineNames.map((name) => `"${name}" text`).join(', ')}) on
    commit delete rows; create temp table if not exists fresh_batch (row_number int, lead_id int, provider text)
    on commit delete rows;
  delete from file_batch;
  delete from fresh_batch
`;

/**
 * Empties the tables of a batch, or makes them, and lets its transaction not wait for the disk: should it be lost in a
 * crash of the server, the number of rows that are behind is lost with it. The end of the import waits, and with it
 * everything before is on the disk. One round trip for all of it.
 */
export const openBatch = async (sql: SqlClient): Promise<void> => void (await sql.query(tables));

/** Brings the rows of a batch to the session's table: one text, as COPY reads it (RowBatch.lines). */
export async function copyRows(sql: SqlClient, lines: Buffer): Promise<void> {
  await pipeline(Readable.from([lines]), sql.query(copyStream('copy file_batch from stdin')));
}

export interface ListedValues {
  emails: string[];
  domains: string[];
}

/**
 * Addresses of the copied rows that the block list names, their domains that it covers, and addresses of placement seeds, whatever
 * becomes of their rows. Kinds of entries that the workspace has none of are not looked for.
 */
export async function findListedValues(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientScope: number,
  hashOf: (email: string) => string,
): Promise<ListedValues> {
  const has = (kind: string) =>
    `exists (select from suppression where workspace_id = $1 and kind = '${kind}') as ${kind}`;
  const {
    rows: [kinds],
  } = await sql.query<{ email: boolean; domain: boolean; hash: boolean }>(
    `select ${has('email')}, ${has('domain')}, ${has('hash')}`,
    [workspaceId],
  );
  const find = async (kind: 'email' | 'domain', covering: string) =>
    kinds?.[kind]
      ? (
          await sql.query<{ value: string }>(
            `
              select g.value
              from (select distinct ${kind} as value from file_batch) g
              where exists (
                select
                from suppression s
                where s.workspace_id = $1
                  and s.kind = '${kind}'
                  and s.value = any(${covering})
                  and s.client_scope in (0, $2)
                -- A join would not use the index: covering_domains is not leakproof, and row-level security comes first.
                offset 0
              )
            `,
            [workspaceId, clientScope],
          )
        ).rows.map((row) => row.value)
      : [];
  const listed = {
    emails: await find('email', 'array[g.value]'),
    domains: await find('domain', 'covering_domains(g.value)'),
  };
  if (kinds?.hash) {
    const byHash = new Map(
      (await sql.query<{ email: string }>('select email from file_batch')).rows.map(({ email }) => [
        hashOf(email),
        email,
      ]),
    );
    const found = await sql.query<{ value: string }>(
      `select value from suppression where workspace_id = $1 and kind = 'hash' and value = any($2)`,
      [workspaceId, [...byHash.keys()]],
    );
    listed.emails.push(...found.rows.map((row) => byHash.get(row.value) as string));
  }
  const seeds = await sql.query<{ email: string }>(
    `
      select s.email
      from placement_seed s
      where s.deleted_at is null
        and (s.owner_workspace_id is null or s.owner_workspace_id = $1)
        and exists (select from file_batch g where g.email = s.email)
    `,
    [workspaceId],
  );
  listed.emails.push(...seeds.rows.map(({ email }) => email));
  return listed;
}

/**
 * Writes those of the copied rows that nobody has listed and that are no leads yet, the first of each address, in the
 * order of addresses, so that two imports never deadlock. All other rows are left for a closer look.
 * @returns how many
 */
export async function insertFreshLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  listed: ListedValues,
  options: { uploadId: number; at: Date },
): Promise<number> {
  const values: unknown[] = [workspaceId, options.uploadId, options.at];
  const excluded = (['email', 'domain'] as const).flatMap((column) =>
    listed[`${column}s`].length === 0 ? [] : [`g.${column} <> ALL($${values.push(listed[`${column}s`])}::text[])`],
  );
  const { rowCount } = await sql.query(
    `
      with fresh as (
        insert into lead (
          workspace_id, upload_id, created_at, updated_at, email, domain, custom_fields, ${fields}, provider
        )
        select $1, $2::int, $3::timestamptz, $3::timestamptz, g.email, g.domain, g.custom::jsonb,
          ${standardFieldNames.map((name) => `g."${name}"`).join(', ')},
          coalesce(d.provider, 'OTHER')
        from file_batch as g
        left join mail_domain d on d.domain = g.domain${excluded.length === 0 ? '' : ` WHERE ${excluded.join(' AND ')}`}
        order by g.email collate "C", g.row_number
        on conflict (workspace_id, email)
        do nothing
        returning id, email, provider
      )
      insert into fresh_batch
      select min(g.row_number), f.id, min(f.provider)
      from fresh f
      join file_batch g on g.email = f.email
      group by f.id
    `,
    values,
  );
  return rowCount ?? 0;
}

/** The copied rows that became no new leads, and the first row of the same address. */
export async function findOtherRows(sql: SqlClient): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ row_number: number; first_row: number }>(
    `
      select g.*
      from (select row_number, min(row_number) over (partition by email) as first_row from file_batch) g
      where g.row_number not in (select row_number from fresh_batch)
    `,
  );
  return new Map(rows.map((row) => [row.row_number, row.first_row]));
}

/** Puts the new leads where the import goes, in the order of the file. @returns how many were enrolled */
export async function placeFreshLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  target: { campaignId: CampaignId | null; listId: number | null; uploadId: number; at: Date },
): Promise<number> {
  const { campaignId, listId, uploadId, at } = target;
  if (listId !== null)
    await sql.query(
      `
        insert into lead_list_member (workspace_id, list_id, lead_id, upload_id, added_at)
        select $1, $2, lead_id, $3, $4
        from fresh_batch
        order by lead_id
        on conflict
        do nothing
      `,
      [workspaceId, listId, uploadId, at],
    );
  if (campaignId === null) return 0;
  await holdSequence(workspaceId, sql, campaignId);
  const { rowCount } = await sql.query(
    `
      insert into enrolment (
        workspace_id, campaign_id, lead_id, provider, upload_id, row_number, created_at, updated_at,
          spin_index, next_step_id
      )
      select $1, $2, g.lead_id, g.provider, $3, g.row_number, $4, $4,
        coalesce(
          (select spin_index + 1 from enrolment where campaign_id = $2 order by id desc limit 1), 0
        ) + row_number() over (order by g.row_number) - 1,
        (select id from sequence_step where campaign_id = $2 and not is_deleted order by seq_number limit 1)
      from fresh_batch g
      order by g.row_number
    `,
    [workspaceId, campaignId, uploadId, at],
  );
  return rowCount ?? 0;
}

/** Notes the outcome of the new leads, as `insertRows` does of those that are given to it, together with them: a batch is one row. */
export async function insertFreshChunk(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  target: { campaignId: CampaignId | null; uploadId: number },
  more: readonly { rowNumber: number; leadId: LeadId | null; enrolmentId: EnrolmentId | null }[],
): Promise<void> {
  await sql.query(
    `
      insert into upload_chunk (
        workspace_id, upload_id, first_row, last_row, row_numbers, lead_ids, enrolment_ids
      )
      select $1, $2, min(row_number), max(row_number), array_agg(row_number order by row_number),
        array_agg(lead_id order by row_number), array_agg(enrolment_id order by row_number)
      from (
        select f.row_number, f.lead_id, ${
          target.campaignId === null
            ? 'null::int as enrolment_id from fresh_batch f'
            : `
          e.id as enrolment_id
          from fresh_batch f
          left join enrolment e on e.campaign_id = $6 and e.lead_id = f.lead_id
        `
        } union all select * from unnest($3::int[], $4::int[], $5::int[])
      ) g
      having count(*) > 0
    `,
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
