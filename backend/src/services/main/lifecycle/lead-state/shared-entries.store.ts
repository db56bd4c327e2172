import type { SqlClient } from '#platform/db/database';

interface Entry {
  kind: string;
  value: string;
}

/**
 * Notes on entries of the block list that somebody else asks for them as well, or an opt-out: whoever put them there can then no longer undo that.
 * Entries that are this person's own, from the same source, stay as they are.
 */
export async function shareEntries(
  workspaceId: number,
  sql: SqlClient,
  entries: readonly Entry[],
  about: { clientScope: number; source: string; by: number | null },
): Promise<void> {
  await sql.query(
    `
      update suppression s
      set stands_for_others = true
      from unnest($2::text[], $3::text[]) as g(kind, value)
      where s.workspace_id = $1
        and s.kind = g.kind
        and s.value = g.value
        and s.client_scope = $4
        and not s.stands_for_others
        and (s.created_by is distinct from $5 or s.source <> $6)
    `,
    [
      workspaceId,
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.value),
      about.clientScope,
      about.by,
      about.source,
    ],
  );
}
