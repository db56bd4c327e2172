import type { WorkspaceId } from '@skein/contracts/ids';
import type { OperatorFacts } from '#platform/auth/operators';
import type { SqlClient } from '#platform/db/database';

/** People of any workspace who may be operators; who is one, the rule decides. */
export async function findOperators(
  sql: SqlClient,
  addresses: readonly string[],
): Promise<(OperatorFacts & { id: number; workspace_id: WorkspaceId })[]> {
  return (
    await sql.query<OperatorFacts & { id: number; workspace_id: WorkspaceId }>(
      `
        select u.id, u.workspace_id, u.email, u.role, u.is_email_verified, u.client_id, u.is_operator, w.is_demo
        from app_user u
        join workspace w on w.id = u.workspace_id
        where u.status = 'active'
          and (u.is_operator or lower(u.email) = any($1::text[]) or (w.is_demo and u.role = 'OWNER'))
        order by u.id
      `,
      [addresses],
    )
  ).rows;
}
