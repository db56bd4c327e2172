import type { MailboxChange, mailboxChangeStatuses } from '@skein/contracts/main/mailbox-changes.contract';
import type { SqlClient } from '../../../../../platform/db/database';

export interface MailboxChangeRecord {
  id: number;
  workspace_id: number;
  change: MailboxChange;
  summary: string[];
  acting: Record<string, unknown> | null;
  status: (typeof mailboxChangeStatuses)[number];
  run: number;
  runs_at: Date;
  error: string | null;
  created_by: number | null;
  created_at: Date;
  finished_at: Date | null;
  created_by_name: string | null;
  total: number;
  counts: Partial<Record<'CHANGED' | 'SAME' | 'GONE' | 'RESTORED' | 'KEPT', number>>;
}

const columns = `
  c.*, coalesce(p.name, p.email) as created_by_name,
    (
      select count(*)::int
      from mailbox_change_row r
      where r.workspace_id = c.workspace_id and r.change_id = c.id
    ) as total,
    (
      select coalesce(jsonb_object_agg(g.outcome, g.count), '{}')
      from (
        select r.outcome, count(*) as count
        from mailbox_change_row r
        where r.workspace_id = c.workspace_id and r.change_id = c.id and r.outcome is not null
        group by r.outcome
      ) g
    ) as counts
`;
const joins = 'left join app_user p on p.workspace_id = c.workspace_id and p.id = c.created_by';

/** Writes a change with the mailboxes it is about. */
export async function insertChange(
  workspaceId: number,
  sql: SqlClient,
  given: {
    change: MailboxChange;
    summary: string[];
    acting: string | null;
    status: 'WAITING' | 'RUNNING';
    runsAt: Date;
    createdBy: number;
    at: Date;
    mailboxIds: readonly number[];
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into mailbox_change (
        workspace_id, change, summary, acting, status, runs_at, created_by, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning id
    `,
    [
      workspaceId,
      JSON.stringify(given.change),
      given.summary,
      given.acting,
      given.status,
      given.runsAt,
      given.createdBy,
      given.at,
    ],
  );
  const { id } = rows[0] as { id: number };
  await sql.query(
    `
      insert into mailbox_change_row (workspace_id, change_id, mailbox_id)
      select $1, $2, g.id
      from unnest($3::int[]) as g(id)
    `,
    [workspaceId, id, given.mailboxIds],
  );
  return id;
}

/** A change, of one person or of anyone (null), locked or only read. */
interface ChangeLookup {
  changeId: number;
  creatorId: number | null;
  lock?: boolean;
}

/** One change, also of others only where `creatorId` is null; with `lock` held until the transaction ends. */
export async function findChange(
  workspaceId: number,
  sql: SqlClient,
  { changeId, creatorId, lock = false }: ChangeLookup,
): Promise<MailboxChangeRecord | null> {
  if (lock)
    await sql.query('select from mailbox_change where workspace_id = $1 and id = $2 for update', [
      workspaceId,
      changeId,
    ]);
  const { rows } = await sql.query<MailboxChangeRecord>(
    `
      select ${columns}
      from mailbox_change c
      ${joins}
      where c.workspace_id = $1 and c.id = $2 and ($3::int is null or c.created_by = $3)
    `,
    [workspaceId, changeId, creatorId],
  );
  return rows[0] ?? null;
}

/** Changes, newest first, from before an id. */
export async function findChanges(
  workspaceId: number,
  sql: SqlClient,
  query: { creatorId: number | null; before: number | null; limit: number },
): Promise<MailboxChangeRecord[]> {
  return (
    await sql.query<MailboxChangeRecord>(
      `
        select ${columns}
        from mailbox_change c
        ${joins}
        where c.workspace_id = $1 and ($2::int is null or c.created_by = $2) and ($3::int is null or c.id < $3)
        order by c.id desc
        limit $4
      `,
      [workspaceId, query.creatorId, query.before, query.limit],
    )
  ).rows;
}

/** Begins or takes over a change or its undoing: whoever held it before gives way. Null when there is nothing to do (any more). */
export async function takeChange(
  workspaceId: number,
  sql: SqlClient,
  changeId: number,
): Promise<MailboxChangeRecord | null> {
  const { rowCount } = await sql.query(
    `
      update mailbox_change
      set run = run + 1, status = case when status = 'WAITING' then 'RUNNING' else status end
      where workspace_id = $1 and id = $2 and status in ('WAITING', 'RUNNING', 'UNDOING')
    `,
    [workspaceId, changeId],
  );
  return rowCount === 1 ? findChange(workspaceId, sql, { changeId, creatorId: null }) : null;
}

/** Holds a change for one batch: false when it was stopped or taken over. */
export async function holdChange(
  workspaceId: number,
  sql: SqlClient,
  held: { id: number; run: number },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      select
      from mailbox_change
      where workspace_id = $1 and id = $2 and run = $3 and status in ('RUNNING', 'UNDOING')
      for share
    `,
    [workspaceId, held.id, held.run],
  );
  return rowCount === 1;
}

/** Gives a change another status. With `run` only for whoever still holds it. */
export async function writeStatus(
  workspaceId: number,
  sql: SqlClient,
  changeId: number,
  given: {
    status: MailboxChangeRecord['status'];
    at: Date | null;
    error?: string;
    run?: number;
    /** Who acts from now on, for the change history; unchanged when it is left out. */ acting?: string | null;
  },
): Promise<void> {
  await sql.query(
    `
      update mailbox_change
      set status = $3, finished_at = $4, error = $5, run = run + 1, acting = coalesce($7::jsonb, acting)
      where workspace_id = $1 and id = $2 and ($6::int is null or run = $6)
    `,
    [workspaceId, changeId, given.status, given.at, given.error ?? null, given.run ?? null, given.acting ?? null],
  );
}

export interface ChangeRow {
  mailbox_id: number;
  before: Record<string, string | number | boolean | null> | null;
  after: Record<string, string | number | boolean | null> | null;
}

/** Rows of a change that are pending or changed, up to a number. */
interface ChangeRowsPage {
  changeId: number;
  which: 'pending' | 'changed';
  limit: number;
}

/** The next rows that are to be changed, or whose change is to be undone. */
export async function findChangeRows(
  workspaceId: number,
  sql: SqlClient,
  { changeId, which, limit }: ChangeRowsPage,
): Promise<ChangeRow[]> {
  return (
    await sql.query<ChangeRow>(
      `
        select mailbox_id, before, after
        from mailbox_change_row
        where workspace_id = $1
          and change_id = $2
          and case when $3 = 'pending' then outcome is null else outcome = 'CHANGED' end
        order by mailbox_id
        limit $4
      `,
      [workspaceId, changeId, which, limit],
    )
  ).rows;
}

/** Writes what became of rows; values that are not given stay. */
export async function writeChangeRows(
  workspaceId: number,
  sql: SqlClient,
  changeId: number,
  rows: readonly { mailbox_id: number; outcome: string; before?: object; after?: object }[],
): Promise<void> {
  await sql.query(
    `
      update mailbox_change_row r
      set outcome = g.outcome, before = coalesce(g.before, r.before), after = coalesce(g.after, r.after)
      from unnest($3::int[], $4::text[], $5::jsonb[], $6::jsonb[]) as g(mailbox_id, outcome, before, after)
      where r.workspace_id = $1 and r.change_id = $2 and r.mailbox_id = g.mailbox_id
    `,
    [
      workspaceId,
      changeId,
      rows.map((row) => row.mailbox_id),
      rows.map((row) => row.outcome),
      rows.map((row) => (row.before ? JSON.stringify(row.before) : null)),
      rows.map((row) => (row.after ? JSON.stringify(row.after) : null)),
    ],
  );
}
