import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface BlockEntry {
  kind: 'EMAIL' | 'DOMAIN' | 'SUBJECT' | 'KEYWORD';
  value: string;
}

export async function findBlocks(workspaceId: WorkspaceId, sql: SqlClient): Promise<BlockEntry[]> {
  return (
    await sql.query<BlockEntry>('select kind, value from untracked_block where workspace_id = $1 order by id', [
      workspaceId,
    ])
  ).rows;
}

/** Puts these entries in the place of those that are there; what stays keeps its row. */
export async function replaceBlocks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  entries: readonly BlockEntry[],
  userId: UserId,
): Promise<void> {
  const [kinds, values] = columnsOf(entries);
  await sql.query(
    `
      delete from untracked_block b
      where b.workspace_id = $1
        and not exists (
          select from unnest($2::text[], $3::text[]) as n(kind, value) where n.kind = b.kind and n.value = b.value
        )
    `,
    [workspaceId, kinds, values],
  );
  await sql.query(
    `
      insert into untracked_block (workspace_id, kind, value, created_by)
      select $1, n.kind, n.value, $4
      from unnest($2::text[], $3::text[]) as n(kind, value)
      on conflict (workspace_id, kind, value)
      do nothing
    `,
    [workspaceId, kinds, values, userId],
  );
}

export interface Blocked {
  id: string;
  from_email: string;
  subject: string;
  at: Date;
  entry: string;
}

/** Open replies that fall under these entries, newest first, each with the first entry that it falls under. */
export async function findBlocked(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  entries: readonly BlockEntry[],
): Promise<Blocked[]> {
  const [kinds, values] = columnsOf(entries);
  const { rows } = await sql.query<Blocked>(
    `
      select m.id, m.from_email, m.subject, m.at, n.value as entry
      from message m
      join lateral (
        select b.value
        from unnest($2::text[], $3::text[]) as b(kind, value)
        where untracked_matches(b.kind, b.value, m.from_email, m.subject, m.text_body)
        limit 1
      ) n on true
      where m.workspace_id = $1 and m.untracked_state = 'OPEN'
      order by m.at desc, m.id desc
      limit 10000
    `,
    [workspaceId, kinds, values],
  );
  return rows;
}

export async function ignoreReplies(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly string[]): Promise<number> {
  return (
    (
      await sql.query(
        `
          update message
          set untracked_state = 'IGNORED'
          where workspace_id = $1 and id = any($2::bigint[]) and untracked_state = 'OPEN'
        `,
        [workspaceId, ids],
      )
    ).rowCount ?? 0
  );
}

export async function countStates(
  workspaceId: WorkspaceId,
  sql: SqlClient,
): Promise<{ open: number; unread: number; ignored: number }> {
  const { rows } = await sql.query<{ open: number; unread: number; ignored: number }>(
    `
      select count(*) filter (where untracked_state = 'OPEN')::int as open,
        count(*) filter (where untracked_state = 'OPEN' and not is_read)::int as unread,
        count(*) filter (where untracked_state = 'IGNORED')::int as ignored
      from message
      where workspace_id = $1 and untracked_state is not null
    `,
    [workspaceId],
  );
  return rows[0] ?? { open: 0, unread: 0, ignored: 0 };
}

const columnsOf = (entries: readonly BlockEntry[]): [string[], string[]] => [
  entries.map((entry) => entry.kind),
  entries.map((entry) => entry.value),
];
