import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { StoredResponse } from '#lifecycle/lifecycle.api';

/** Responses to bounces that hold, those that end first. */
export async function findActiveResponses(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  now: Date,
): Promise<StoredResponse[]> {
  const { rows } = await sql.query<StoredResponse>(
    `
      select id, scope, scope_id, label, reaction, bounce_class, cause, percent, reason, level, began_at, until, ended_at,
        end_reason
      from bounce_response
      where workspace_id = $1 and ended_at is null and until > $2
      order by until, id
      limit 200
    `,
    [workspaceId, now],
  );
  return rows;
}
