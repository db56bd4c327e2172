import type { WorkspaceId } from '@skein/contracts/ids';
import { columnsOfEntries, type BlockEntry } from '#platform/mail/untracked-blocks.store';
import type { SqlClient } from '#platform/db/database';

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
  const [kinds, values] = columnsOfEntries(entries);
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

/** @returns those that were open */
export async function ignoreReplies(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `
      update message
      set untracked_state = 'IGNORED'
      where workspace_id = $1 and id = any($2::bigint[]) and untracked_state = 'OPEN'
      returning id
    `,
    [workspaceId, ids],
  );
  return rows.map(({ id }) => id);
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
