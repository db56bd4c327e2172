import type { WorkspaceId } from '@skein/contracts/ids';
import type {
  MailboxImportColumn,
  MailboxImportField,
  MailboxImportOptions,
  MailboxImportOutcome,
  mailboxImportStatuses,
} from '@skein/contracts/main/mailbox-imports.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { lockRun, recountRun, runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { Database, SqlClient } from '#platform/db/database';
import type { Who } from '#access/access.api';

export interface MailboxImportRecord extends BulkRunRecord {
  id: number;
  file_name: string;
  file_size: number;
  columns: MailboxImportColumn[];
  mapping: (MailboxImportField | null)[];
  options: MailboxImportOptions;
  who: Omit<Who, 'workspaceId'>;
  status: (typeof mailboxImportStatuses)[number];
  counts: Partial<Record<MailboxImportOutcome, number>> & Record<string, number>;
  can_retry: number;
}

const columns = `
  i.id, i.file_name, i.file_size, i.columns, i.mapping, i.options, i.who, ${runColumns},
    (
      select count(*)::int
      from mailbox_import_row o
      where o.workspace_id = i.workspace_id
        and o.import_id = i.id
        and o.outcome in ('LOGIN_REFUSED', 'NOT_REACHED', 'LIMIT_REACHED', 'NOT_TRIED')
        and o.sealed is not null
    ) as can_retry
`;

export async function insertImport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { runId: number; fileName: string; fileSize: number; columns: MailboxImportColumn[]; who: Who },
): Promise<number> {
  const { userId, role, client } = given.who;
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into mailbox_import (workspace_id, run_id, file_name, file_size, columns, mapping, who)
      values ($1, $2, $3, $4, $5, $6, $7)
      returning id
    `,
    [
      workspaceId,
      given.runId,
      given.fileName,
      given.fileSize,
      JSON.stringify(given.columns),
      JSON.stringify(given.columns.map((column) => column.field)),
      JSON.stringify({ userId, role, client }),
    ],
  );
  return (rows[0] as { id: number }).id;
}

/** Rows of an insert: writing thousands as text would hold up every other request. */
const rowsAtOnce = 500;

/** A row as it is stored: the number that a spreadsheet shows for it, and its cells, sealed. */
export interface SealedImportRow {
  row_number: number;
  sealed: Buffer;
}

/** Writes the sealed rows of a file. */
export async function insertImportRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  importId: number,
  rows: readonly SealedImportRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const group = rows.slice(start, start + rowsAtOnce);
    await sql.query(
      `
        insert into mailbox_import_row (workspace_id, import_id, row_number, sealed)
        select $1, $2, g.row_number, g.sealed
        from unnest($3::int[], $4::bytea[]) as g(row_number, sealed)
      `,
      [workspaceId, importId, group.map((row) => row.row_number), group.map((row) => row.sealed)],
    );
  }
}

/** Imports of one person, or of anyone where `creatorId` is null. */
interface ImportsQuery {
  creatorId: number | null;
  /** One import alone. */
  id?: number;
  /** The import of a run. */
  runId?: number;
  /** Those before an id. */
  before?: number | null;
  limit?: number;
}

/** Imports, newest first. */
export async function findImports(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { creatorId, id, runId, before, limit }: ImportsQuery,
): Promise<MailboxImportRecord[]> {
  return (
    await sql.query<MailboxImportRecord>(
      `
        select ${columns}
        from mailbox_import i
        ${runJoins('i')}
        where i.workspace_id = $1
          and ($2::int is null or r.created_by = $2)
          and ($3::int is null or i.id = $3)
          and ($4::int is null or i.run_id = $4)
          and ($5::int is null or i.id < $5)
        order by i.id desc
        limit $6
      `,
      [workspaceId, creatorId, id ?? null, runId ?? null, before ?? null, limit ?? 1],
    )
  ).rows;
}

/** One import, also of others only where `creatorId` is null; with `lock` its run is held until the transaction ends. */
export async function findImport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { importId, creatorId, lock = false }: { importId: number; creatorId: number | null; lock?: boolean },
): Promise<MailboxImportRecord | null> {
  const find = async () => (await findImports(workspaceId, sql, { creatorId, id: importId }))[0] ?? null;
  const found = await find();
  if (!lock || !found) return found;
  await lockRun(workspaceId, sql, found.run_id);
  return find();
}

/** Writes what was chosen for an import. */
export async function chooseForImport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  importId: number,
  given: { mapping: (MailboxImportField | null)[]; options: MailboxImportOptions; columns: MailboxImportColumn[] },
): Promise<void> {
  await sql.query(
    'update mailbox_import set mapping = $3, options = $4, columns = $5 where workspace_id = $1 and id = $2',
    [
      workspaceId,
      importId,
      JSON.stringify(given.mapping),
      JSON.stringify(given.options),
      JSON.stringify(given.columns),
    ],
  );
}

/** Counts the rows of an import again, after many of them changed at once. */
export async function recountImport(workspaceId: WorkspaceId, sql: SqlClient, run: { run_id: number }): Promise<void> {
  const { rows } = await sql.query<{ outcome: string; count: number }>(
    `
      select o.outcome, count(*)::int as count
      from mailbox_import_row o
      join mailbox_import i on i.workspace_id = o.workspace_id and i.id = o.import_id
      where i.workspace_id = $1 and i.run_id = $2 and o.outcome is not null
      group by o.outcome
    `,
    [workspaceId, run.run_id],
  );
  await recountRun(
    workspaceId,
    sql,
    { run_id: run.run_id },
    {
      done: rows.reduce((sum, row) => sum + row.count, 0),
      counts: Object.fromEntries(rows.map((row) => [row.outcome, row.count])),
    },
  );
}

/** Rows that an import that is over did not try say so. */
export async function endRows(workspaceId: WorkspaceId, sql: SqlClient, run: { run_id: number }): Promise<void> {
  const { rowCount } = await sql.query(
    `
      update mailbox_import_row o
      set outcome = 'NOT_TRIED', cause = 'The import ended before this row.', fix = 'Try again.'
      from mailbox_import i
      where o.workspace_id = $1
        and i.workspace_id = o.workspace_id
        and i.id = o.import_id
        and i.run_id = $2
        and o.outcome is null
    `,
    [workspaceId, run.run_id],
  );
  if (rowCount) await recountImport(workspaceId, sql, run);
}

/** Puts rows that failed back into the queue, where their secrets are kept. @returns how many */
export async function requeueRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, run_id }: { id: number; run_id: number },
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      update mailbox_import_row
      set outcome = null, cause = null, fix = null
      where workspace_id = $1
        and import_id = $2
        and outcome in ('LOGIN_REFUSED', 'NOT_REACHED', 'LIMIT_REACHED', 'NOT_TRIED')
        and sealed is not null
    `,
    [workspaceId, id],
  );
  await recountImport(workspaceId, sql, { run_id });
  return rowCount ?? 0;
}

/** Deletes what is sealed in imports that ended before an instant, and imports that never began, in every workspace. */
export const forgetImports = (db: Database, before: Date): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(`delete from bulk_run where kind = 'MAILBOX_IMPORT' and status = 'UPLOADED' and created_at < $1`, [
      before,
    ]);
    await sql.query(
      `
        update mailbox_import_row o
        set sealed = null
        from mailbox_import i
        join bulk_run r on r.workspace_id = i.workspace_id and r.id = i.run_id
        where i.id = o.import_id
          and i.workspace_id = o.workspace_id
          and o.sealed is not null
          and r.status in ('COMPLETED', 'CANCELLED', 'FAILED')
          and r.finished_at < $1
      `,
      [before],
    );
  });
