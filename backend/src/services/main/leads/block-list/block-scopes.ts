import type { SqlClient } from '#platform/db/database';
import { scopeOf, visibleClients, type Who } from '#access/access.api';

/**
 * Whose entries a person sees: a client its own, a member with limited access those of the whole workspace and of the
 * clients they see, everybody else all (null). 0 is the whole workspace.
 */
export async function blockScopesOf(sql: SqlClient, who: Who): Promise<number[] | null> {
  const scope = scopeOf(who);
  const clients = await visibleClients(who.workspaceId, sql, scope);
  return clients === null || scope.clientId !== null ? clients : [0, ...clients];
}
