import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Whether an entry of any block list of the workspace, also of a single client, names the address or its hash, or covers its domain. */
export async function hasBlockEntry(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { email, domain, hash }: { email: string; domain: string; hash: string },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      select
      from suppression
      where workspace_id = $1
        and (
          (kind, value) in (('email', $2), ('hash', $4))
          or (kind = 'domain' and value = any(covering_domains($3)))
        )
      limit 1
    `,
    [workspaceId, email, domain, hash],
  );
  return rowCount === 1;
}
