import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** What keeps an untracked reply out of the open ones. */
export interface BlockEntry {
  kind: 'EMAIL' | 'DOMAIN' | 'SUBJECT' | 'KEYWORD';
  value: string;
}

export const columnsOfEntries = (entries: readonly BlockEntry[]): [string[], string[]] => [
  entries.map((entry) => entry.kind),
  entries.map((entry) => entry.value),
];

/** Whoever replaces the lists of a workspace does so alone until the transaction ends: what was read of them is what is replaced. */
export async function lockBlocks(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('untracked_block'), $1)`, [workspaceId]);
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
  const [kinds, values] = columnsOfEntries(entries);
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
