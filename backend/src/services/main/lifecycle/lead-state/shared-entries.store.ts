import type { SqlClient } from '#platform/db/database';

interface Entry {
  kind: string;
  value: string;
}

/** Entries of the block list, each once, and who asks for them. */
interface EntriesToAdd<E extends Entry> {
  entries: readonly E[];
  clientScope: number;
  source: string;
  by: number | null;
}

const keyOf = ({ kind, value }: Entry) => `${kind}:${value}`;

/**
 * Puts entries on the block list. One that is there already is held until the transaction ends, and it is noted on it that somebody else asks for it as well, or an opt-out:
 * whoever put it there can then no longer undo that. One that is taken off in between is put there again.
 * @param insert inserts those that are not there, and answers the new ones
 * @returns the new ones
 */
export async function addEntries<E extends Entry, N extends Entry>(
  workspaceId: number,
  sql: SqlClient,
  given: EntriesToAdd<E>,
  insert: (entries: readonly E[]) => Promise<readonly N[]>,
): Promise<N[]> {
  const added: N[] = [];
  for (let missing = given.entries; missing.length > 0;) {
    const fresh = await insert(missing);
    added.push(...fresh);
    const known = new Set(fresh.map(keyOf));
    const others = missing.filter((entry) => !known.has(keyOf(entry)));
    if (others.length === 0) break;
    const held = await shareEntries(workspaceId, sql, { ...given, entries: others });
    missing = others.filter((entry) => !held.has(keyOf(entry)));
  }
  return added;
}

/** Entries that are this person's own, from the same source, stay as they are. @returns which are there, all held */
async function shareEntries(
  workspaceId: number,
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
interface AddressToBlock {
  email: string;
  source: string;
  reason: string | null;
  clientScope?: number;
  by?: number | null;
  at?: Date;
}

/** Puts one address on the block list, for everybody or for one client of the agency. */
export async function blockAddress(
  workspaceId: number,
  sql: SqlClient,
  { email, source, reason, clientScope = 0, by = null, at }: AddressToBlock,
): Promise<void> {
  await addEntries(
    workspaceId,
    sql,
    { entries: [{ kind: 'email', value: email }], clientScope, source, by },
    async () =>
      (
        await sql.query<Entry>(
          `
            insert into suppression (workspace_id, kind, value, source, reason, client_scope, created_by, created_at)
            values ($1, 'email', $2, $3, $4, $5, $6, coalesce($7, now()))
            on conflict
            do nothing
            returning kind, value
          `,
          [workspaceId, email, source, reason, clientScope, by, at ?? null],
        )
      ).rows,
  );
}
