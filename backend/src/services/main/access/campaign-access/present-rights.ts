import type { SqlClient } from '#platform/db/database';
import type { Who } from './campaign-scope';
import { findRights } from './present-rights.store';

/**
 * The same person with the rights of now: work that goes on for long must not outlive them. Null when the login, or the
 * client it acts for, is closed.
 */
export async function withPresentRights(sql: SqlClient, who: Who): Promise<Who | null> {
  const rights = await findRights(sql, who);
  if (!rights) return null;
  const client =
    rights.client_id === null
      ? null
      : {
          id: rights.client_id,
          permissions: rights.permissions ?? [],
          restrictedCategories: rights.restricted_categories ?? [],
        };
  return { workspaceId: who.workspaceId, userId: who.userId, role: rights.role, client };
}
