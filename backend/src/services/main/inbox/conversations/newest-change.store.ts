import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The newest change of a person that is under way, or ended after a time. @param after real time */
export async function findNewestChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, after }: { userId: UserId; after: Date },
): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select c.id
      from inbox_change c
      join bulk_run r on r.workspace_id = c.workspace_id and r.id = c.run_id
      where c.workspace_id = $1
        and r.created_by = $2
        and not c.is_at_once
        and (r.status in ('RUNNING', 'UNDOING') or r.finished_at > $3)
      order by c.id desc
      limit 1
    `,
    [workspaceId, userId, after],
  );
  return rows[0]?.id ?? null;
}
