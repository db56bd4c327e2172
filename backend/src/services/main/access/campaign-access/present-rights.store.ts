import type { ClientId } from '@skein/contracts/ids';
import type { Role } from '@skein/contracts/permissions';
import type { SqlClient } from '#platform/db/database';
import type { Who } from './campaign-scope';

/** What a login may do, and the client that it acts for. */
interface Rights {
  role: Role;
  client_id: ClientId | null;
  permissions: string[] | null;
  restricted_categories: number[] | null;
}

/** The rights of a person as they stand; null when the login, or the client it acts for, is closed. */
export async function findRights(sql: SqlClient, who: Who): Promise<Rights | null> {
  const { rows } = await sql.query<Rights>(
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
  return rows[0] ?? null;
}
