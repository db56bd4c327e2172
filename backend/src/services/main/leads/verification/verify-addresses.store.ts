import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The leads of these addresses, which are in lower case. */
export async function findIdsOfAddresses(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ id: number; email: string }>(
    'select id, email from lead where workspace_id = $1 and email = any($2::text[])',
    [workspaceId, emails],
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}
