import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface Entry {
  kind: string;
  value: string;
}

/** Entries of the block list, each once, and who asks for them. */
export interface EntriesToAdd<E extends Entry> {
  entries: readonly E[];
  clientScope: number;
  source: string;
  by: number | null;
}

export const keyOf = ({ kind, value }: Entry) => `${kind}:${value}`;

/** Entries that are this person's own, from the same source, stay as they are. @returns which are there, all held */
export async function shareEntries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { entries, clientScope, source, by }: EntriesToAdd<Entry>,
): Promise<Set<string>> {
  const { rows } = await sql.query<Entry & { id: number; is_others: boolean }>(
    `
      select s.id, s.kind, s.value,
        not s.stands_for_others and (s.created_by is distinct from $5 or s.source <> $6) as is_others
      from unnest($2::text[], $3::text[]) as g(kind, value)
      join suppression s on s.workspace_id = $1
        and s.kind = g.kind
        and s.value = g.value
        and s.client_scope = $4
      order by s.value, s.kind
      for update of s
    `,
    [workspaceId, entries.map((entry) => entry.kind), entries.map((entry) => entry.value), clientScope, by, source],
  );
  const others = rows.filter((row) => row.is_others).map((row) => row.id);
  if (others.length > 0)
    await sql.query('update suppression set stands_for_others = true where workspace_id = $1 and id = any($2)', [
      workspaceId,
      others,
    ]);
  return new Set(rows.map(keyOf));
}

/** An address, what put it on the list and why. */
export interface AddressToBlock {
  email: string;
  source: string;
  reason: string | null;
  clientScope?: number;
  by?: number | null;
  /** Campaign time. */
  at: Date;
}

/** Puts addresses on a list that are not there. @returns those */
export async function insertAddresses(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  emails: readonly string[],
  { source, reason, clientScope, by, at }: Omit<Required<AddressToBlock>, 'email'>,
): Promise<Entry[]> {
  const { rows } = await sql.query<Entry>(
    `
      insert into suppression (workspace_id, kind, value, source, reason, client_scope, created_by, created_at)
      select $1, 'email', g.value, $3, $4, $5, $6, $7
      from unnest($2::text[]) as g(value)
      on conflict
      do nothing
      returning kind, value
    `,
    [workspaceId, emails, source, reason, clientScope, by, at],
  );
  return rows;
}
