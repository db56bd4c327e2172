import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import {
  insertAddresses,
  keyOf,
  shareEntries,
  type AddressToBlock,
  type EntriesToAdd,
  type Entry,
} from './shared-entries.store';

/**
 * Puts entries on the block list. One that is there already is held until the transaction ends, and it is noted on it
 * that somebody else asks for it as well, or an opt-out: whoever put it there can then no longer undo that. One that is
 * taken off in between is put there again.
 * @param insert inserts those that are not there, and answers the new ones
 * @returns the new ones
 */
export async function addEntries<E extends Entry, N extends Entry>(
  workspaceId: WorkspaceId,
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

/** Puts one address on the block list, for everybody or for one client of the agency. */
export async function blockAddress(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { email, source, reason, clientScope = 0, by = null, at }: AddressToBlock,
): Promise<void> {
  await addEntries(workspaceId, sql, { entries: [{ kind: 'email', value: email }], clientScope, source, by }, () =>
    insertAddresses(workspaceId, sql, [email], { source, reason, clientScope, by, at }),
  );
}
