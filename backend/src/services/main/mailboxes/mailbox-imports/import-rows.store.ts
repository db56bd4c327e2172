import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { MailboxImportOutcome } from '@skein/contracts/main/mailbox-imports.contract';
import type { SqlClient } from '#platform/db/database';
import type { ImportedWarmup } from './read-import-row';

export interface SealedRow {
  row_number: number;
  sealed: Buffer;
}

/** Rows with what is sealed in them, from after a row; with `pending` only those that are still to be tried. */
export async function findSealedRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  importId: number,
  query: { after: number; limit: number; pending: boolean },
): Promise<SealedRow[]> {
  return (
    await sql.query<SealedRow>(
      `
        select row_number, sealed
        from mailbox_import_row
        where workspace_id = $1
          and import_id = $2
          and row_number > $3
          and sealed is not null
          and (not $5::boolean or outcome is null)
        order by row_number
        limit $4
      `,
      [workspaceId, importId, query.after, query.limit, query.pending],
    )
  ).rows;
}

export interface RowOutcome {
  row_number: number;
  email: string | null;
  outcome: MailboxImportOutcome | null;
  cause: string | null;
  fix: string | null;
}

/** Writes addresses, and what is known of rows before they are tried. */
export async function writeOutcomes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  importId: number,
  rows: readonly RowOutcome[],
): Promise<void> {
  await sql.query(
    `
      update mailbox_import_row r
      set email = left(g.email, 320), outcome = g.outcome, cause = left(g.cause, 500), fix = left(g.fix, 500)
      from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) as g(row_number, email, outcome, cause, fix)
      where r.workspace_id = $1 and r.import_id = $2 and r.row_number = g.row_number
    `,
    [
      workspaceId,
      importId,
      rows.map((row) => row.row_number),
      rows.map((row) => row.email),
      rows.map((row) => row.outcome),
      rows.map((row) => row.cause),
      rows.map((row) => row.fix),
    ],
  );
}

/** Marks a row as connected and deletes what was sealed in it. */
export async function markConnected(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  row: { importId: number; rowNumber: number; mailboxId: MailboxId; at: Date },
): Promise<void> {
  await sql.query(
    `
      update mailbox_import_row
      set outcome = 'CONNECTED', mailbox_id = $4, sealed = null, cause = null, fix = null
      where workspace_id = $1 and import_id = $2 and row_number = $3
    `,
    [workspaceId, row.importId, row.rowNumber, row.mailboxId],
  );
  await sql.query(
    `
      update mailbox
      set is_smtp_success = true, is_imap_success = true, smtp_failure_error = null, imap_failure_error = null,
        failure_code = null, checked_at = $3, recheck_at = null, recheck_attempts = 0
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, row.mailboxId, row.at],
  );
}

/** Tags a new mailbox with tags by id and by name; names that no tag has become tags. A rule about a tag may give it a client. */
export async function tagImported(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  tags: { ids: readonly number[]; names: readonly string[] },
): Promise<void> {
  if (tags.names.length > 0)
    await sql.query(
      `
        insert into tag (workspace_id, name)
        select $1, g.name
        from unnest($2::text[]) as g(name)
        where not exists (
          select
          from tag t
          where t.workspace_id = $1 and lower(t.name) = lower(g.name)
        )
        on conflict
        do nothing
      `,
      [workspaceId, tags.names],
    );
  await sql.query(
    `
      insert into mailbox_tag (workspace_id, mailbox_id, tag_id)
      select $1, $2, t.id
      from tag t
      where t.workspace_id = $1
        and (
          t.id = any($3::int[])
          or lower(t.name) in (
            select lower(g.name)
            from unnest($4::text[]) as g(name)
          )
        )
      on conflict
      do nothing
    `,
    [workspaceId, mailboxId, tags.ids, tags.names],
  );
  await sql.query('select apply_client_rules($1, $2::int[])', [workspaceId, [mailboxId]]);
}

/** The warmup that an imported mailbox starts with. */
interface WarmupToStart {
  mailboxId: MailboxId;
  warmup: ImportedWarmup;
  at: Date;
}

/** Settings of a new mailbox's warmup; `at` is campaign time. */
export async function warmImported(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailboxId, warmup, at }: WarmupToStart,
): Promise<void> {
  await sql.query('select write_warmup_settings($1, $2, $3::jsonb, $4)', [
    workspaceId,
    mailboxId,
    JSON.stringify({ ...warmup, ...(warmup.enabled ? { started_at: at.toISOString() } : {}) }),
    at,
  ]);
}

/** Clients of the workspace; of a member with limited access those that are assigned. */
export async function findClientNames(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  memberId: number | null,
): Promise<{ id: number; name: string }[]> {
  return (
    await sql.query<{ id: number; name: string }>(
      `
        select c.id, c.name
        from agency_client c
        where c.workspace_id = $1
          and (
            $2::int is null
            or exists (
              select
              from member_assignment a
              where a.workspace_id = c.workspace_id and a.user_id = $2 and a.client_id = c.id
            )
          )
        order by c.id
      `,
      [workspaceId, memberId],
    )
  ).rows;
}

/** The mailbox that has an address, if it is connected. */
export async function findConnected(workspaceId: WorkspaceId, sql: SqlClient, email: string): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>(
    'select id from mailbox where workspace_id = $1 and from_email = $2 and deleted_at is null',
    [workspaceId, email],
  );
  return rows[0]?.id ?? null;
}

export interface ImportRowRecord {
  row_number: number;
  email: string | null;
  outcome: MailboxImportOutcome;
  cause: string | null;
  fix: string | null;
  mailbox_id: MailboxId | null;
  sealed: Buffer | null;
}

/** Rows that are over, by their outcomes, in the order of the file. */
export async function findOutcomes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  importId: number,
  query: { outcomes: readonly MailboxImportOutcome[]; after: number; limit: number },
): Promise<ImportRowRecord[]> {
  return (
    await sql.query<ImportRowRecord>(
      `
        select row_number, email, outcome, cause, fix, mailbox_id, sealed
        from mailbox_import_row
        where workspace_id = $1 and import_id = $2 and outcome = any($3::text[]) and row_number > $4
        order by row_number
        limit $5
      `,
      [workspaceId, importId, query.outcomes, query.after, query.limit],
    )
  ).rows;
}
