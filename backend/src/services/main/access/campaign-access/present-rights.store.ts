import type { Role } from '@skein/contracts/permissions';
import type { SqlClient } from '#platform/db/database';
import type { Who } from './campaign-scope';

/** The same person with the rights of now: work that goes on for long must not outlive them. Null when the login, or the client it acts for, is closed. */
export async function withPresentRights(sql: SqlClient, who: Who): Promise<Who | null> {
  const { rows } = await sql.query<{
    role: Role;
    client_id: number | null;
    permissions: string[] | null;
    restricted_categories: number[] | null;
  }>(
    `
      select u.role, c.id as client_id, c.permissions, c.restricted_categories
      from app_user u
      left join agency_client c on c.workspace_id = u.workspace_id
        and c.id = coalesce($3::int, u.client_id)
        and c.status = 'active'
      where u.workspace_id = $1
        and u.id = $2
        and u.status = 'active'
        and (coalesce($3::int, u.client_id) is null or c.id is not null)
    `,
    [who.workspaceId, who.userId, who.client?.id ?? null],
  );
  const [row] = rows;
  if (!row) return null;
  const client =
    row.client_id === null
      ? null
      : {
          id: row.client_id,
          permissions: row.permissions ?? [],
          restrictedCategories: row.restricted_categories ?? [],
        };
  return { workspaceId: who.workspaceId, userId: who.userId, role: row.role, client };
}
