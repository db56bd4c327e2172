import type { SqlClient } from '#platform/db/database';
import { findVisibleClients, scopeOf, type Who } from '#access/access.api';

/**
 * Whose entries a person sees: a client its own, a member with limited access those of the whole workspace and of the clients they see, everybody
 * else all (null). 0 is the whole workspace.
 */
export async function blockScopesOf(sql: SqlClient, who: Who): Promise<number[] | null> {
  const { clientId, memberId } = scopeOf(who);
  if (clientId !== null) return [clientId];
  return memberId === null ? null : [0, ...(await findVisibleClients(who.workspaceId, sql, memberId))];
}
