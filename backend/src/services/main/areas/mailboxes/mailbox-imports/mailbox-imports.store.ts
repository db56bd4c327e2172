import type {
  MailboxImportColumn,
  MailboxImportField,
  MailboxImportOptions,
  MailboxImportOutcome,
  mailboxImportStatuses,
} from '@skein/contracts/main/mailbox-imports.contract';
import type { Database, SqlClient } from '../../../../../platform/db/database';
import type { Who } from '../../access/access.api';

export interface MailboxImportRecord {
  id: number;
  workspace_id: number;
  file_name: string;
  file_size: number;
  columns: MailboxImportColumn[];
  mapping: (MailboxImportField | null)[];
  options: MailboxImportOptions;
  who: Omit<Who, 'workspaceId'>;
  acting: Record<string, unknown> | null;
  status: (typeof mailboxImportStatuses)[number];
  rows_total: number;
  run: number;
  error: string | null;
  created_by: number | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  created_by_name: string | null;
  counts: Partial<Record<MailboxImportOutcome, number>>;
  can_retry: number;
}

const columns = `
  i.*, coalesce(p.name, p.email) as created_by_name,
    (
      select coalesce(jsonb_object_agg(g.outcome, g.count), '{}')
      from (
        select r.outcome, count(*) as count
        from mailbox_import_row r
        where r.workspace_id = i.workspace_id and r.import_id = i.id and r.outcome is not null
        group by r.outcome
      ) g
    ) as counts,
    (
      select count(*)::int
      from mailbox_import_row r
      where r.workspace_id = i.workspace_id
        and r.import_id = i.id
        and r.outcome in ('LOGIN_REFUSED', 'NOT_REACHED', 'LIMIT_REACHED', 'NOT_TRIED')
        and r.sealed is not null
    ) as can_retry
`;
const joins = 'left join app_user p on p.workspace_id = i.workspace_id and p.id = i.created_by';

export async function insertImport(
  workspaceId: number,
  sql: SqlClient,
  given: {
    fileName: string;
    fileSize: number;
    columns: MailboxImportColumn[];
    rows: number;
    who: Who;
    at: Date;
  },
): Promise<number> {
  const { workspaceId: _, ...who } = given.who;
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into mailbox_import (
        workspace_id, file_name, file_size, columns, mapping, who, rows_total, created_by, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      returning id
    `,
    [
      workspaceId,
      given.fileName,
      given.fileSize,
      JSON.stringify(given.columns),
      JSON.stringify(given.columns.map((column) => column.field)),
      JSON.stringify({ userId: who.userId, role: who.role, client: who.client }),
      given.rows,
      who.userId,
      given.at,
    ],
  );
  return (rows[0] as { id: number }).id;
}

/** Writes the sealed rows of a file, numbered from 1. */
/** Rows of an insert: writing thousands as text would hold up every other request. */
const rowsAtOnce = 500;

export async function insertImportRows(
  workspaceId: number,
  sql: SqlClient,
  importId: number,
  sealed: readonly Buffer[],
): Promise<void> {
  for (let start = 0; start < sealed.length; start += rowsAtOnce)
    await sql.query(
      `
        insert into mailbox_import_row (workspace_id, import_id, row_number, sealed)
        select $1, $2, $4 + g.number, g.sealed
        from unnest($3::bytea[]) with ordinality as g(sealed, number)
      `,
      [workspaceId, importId, sealed.slice(start, start + rowsAtOnce), start],
    );
}

/** An import, of one person or of anyone (null), locked or only read. */
interface ImportLookup {
  importId: number;
  creatorId: number | null;
  lock?: boolean;
}

/** One import, also of others only where `creatorId` is null; with `lock` held until the transaction ends. */
export async function findImport(
  workspaceId: number,
  sql: SqlClient,
  { importId, creatorId, lock = false }: ImportLookup,
): Promise<MailboxImportRecord | null> {
  if (lock)
    await sql.query('select from mailbox_import where workspace_id = $1 and id = $2 for update', [
      workspaceId,
      importId,
    ]);
  const { rows } = await sql.query<MailboxImportRecord>(
    `
      select ${columns}
      from mailbox_import i
      ${joins}
      where i.workspace_id = $1 and i.id = $2 and ($3::int is null or i.created_by = $3)
    `,
    [workspaceId, importId, creatorId],
  );
  return rows[0] ?? null;
}

/** Imports, newest first, from before an id. */
export async function findImports(
  workspaceId: number,
  sql: SqlClient,
  query: { creatorId: number | null; before: number | null; limit: number },
): Promise<MailboxImportRecord[]> {
  return (
    await sql.query<MailboxImportRecord>(
      `
        select ${columns}
        from mailbox_import i
        ${joins}
        where i.workspace_id = $1 and ($2::int is null or i.created_by = $2) and ($3::int is null or i.id < $3)
        order by i.id desc
        limit $4
      `,
      [workspaceId, query.creatorId, query.before, query.limit],
    )
  ).rows;
}

/** Begins an import with what was chosen for it. */
export async function beginImport(
  workspaceId: number,
  sql: SqlClient,
  importId: number,
  given: {
    mapping: (MailboxImportField | null)[];
    options: MailboxImportOptions;
    acting: string | null;
    columns: MailboxImportColumn[];
    at: Date;
  },
): Promise<void> {
  await sql.query(
    `
      update mailbox_import
      set status = 'RUNNING', mapping = $3, options = $4, acting = $5, columns = $6, started_at = $7, error = null
      where workspace_id = $1 and id = $2
    `,
    [
      workspaceId,
      importId,
      JSON.stringify(given.mapping),
      JSON.stringify(given.options),
      given.acting,
      JSON.stringify(given.columns),
      given.at,
    ],
  );
}

/** Raises the number of the run, so that whoever held the import before gives way. Null when it is not to run (any more). */
export async function takeImport(
  workspaceId: number,
  sql: SqlClient,
  importId: number,
): Promise<MailboxImportRecord | null> {
  const { rowCount } = await sql.query(
    `update mailbox_import set run = run + 1 where workspace_id = $1 and id = $2 and status = 'RUNNING'`,
    [workspaceId, importId],
  );
  return rowCount === 1 ? findImport(workspaceId, sql, { importId, creatorId: null }) : null;
}

/** Holds an import for one row: false when it was stopped or taken over. Stopping it waits for the rows that hold it. */
export async function holdImport(
  workspaceId: number,
  sql: SqlClient,
  held: { id: number; run: number },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      select
      from mailbox_import
      where workspace_id = $1 and id = $2 and run = $3 and status = 'RUNNING'
      for share
    `,
    [workspaceId, held.id, held.run],
  );
  return rowCount === 1;
}

/** Ends an import; rows that were not tried say so. With `run` only for whoever still holds it. */
export async function endImport(
  workspaceId: number,
  sql: SqlClient,
  importId: number,
  end: { status: 'COMPLETED' | 'CANCELLED' | 'FAILED'; at: Date; error?: string; run?: number },
): Promise<void> {
  const { rowCount } = await sql.query(
    `
      update mailbox_import
      set status = $3, finished_at = $4, error = $5, run = run + 1
      where workspace_id = $1 and id = $2 and status = 'RUNNING' and ($6::int is null or run = $6)
    `,
    [workspaceId, importId, end.status, end.at, end.error ?? null, end.run ?? null],
  );
  if (rowCount !== 1) return;
  await sql.query(
    `
      update mailbox_import_row
      set outcome = 'NOT_TRIED', cause = 'The import ended before this row.', fix = 'Try again.'
      where workspace_id = $1 and import_id = $2 and outcome is null
    `,
    [workspaceId, importId],
  );
}

/** Puts rows that failed back into the queue, where their secrets are kept. @returns how many */
export async function requeueRows(workspaceId: number, sql: SqlClient, importId: number): Promise<number> {
  const { rowCount } = await sql.query(
    `
      update mailbox_import_row
      set outcome = null, cause = null, fix = null
      where workspace_id = $1
        and import_id = $2
        and outcome in ('LOGIN_REFUSED', 'NOT_REACHED', 'LIMIT_REACHED', 'NOT_TRIED')
        and sealed is not null
    `,
    [workspaceId, importId],
  );
  await sql.query(
    `
      update mailbox_import
      set status = 'RUNNING', error = null, finished_at = null
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, importId],
  );
  return rowCount ?? 0;
}

export const deleteImport = (workspaceId: number, sql: SqlClient, importId: number): Promise<unknown> =>
  sql.query('delete from mailbox_import where workspace_id = $1 and id = $2', [workspaceId, importId]);

/** Deletes what is sealed in imports that ended before an instant, and imports that never began, in every workspace. */
export const forgetImports = (db: Database, before: Date): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(`delete from mailbox_import where status = 'UPLOADED' and created_at < $1`, [before]);
    await sql.query(
      `
        update mailbox_import_row r
        set sealed = null
        from mailbox_import i
        where i.id = r.import_id
          and i.workspace_id = r.workspace_id
          and r.sealed is not null
          and i.status in ('COMPLETED', 'CANCELLED', 'FAILED')
          and i.finished_at < $1
      `,
      [before],
    );
  });
