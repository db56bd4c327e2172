import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { inEnabledWorkspace, inItsTime } from '#platform/db/enabled-workspace';
import { nextRunAfter, type Schedule } from './schedule';

/** Takes an automatic test that is due, and sets its next time. */
export async function takeDueTest(
  sql: SqlClient,
  now: number,
): Promise<{ id: number; workspace_id: WorkspaceId } | null> {
  const { rows } = await sql.query<{ id: number; workspace_id: WorkspaceId; next_run_at: Date } & Schedule>(
    `
      select id, workspace_id, next_run_at, every_days, cron, time_zone, starts_at, ends_at
      from placement_test
      where next_run_at <= $1 and not is_stopped and ${inEnabledWorkspace()} and ${inItsTime('$1')}
      order by next_run_at
      limit 1
      for update skip locked
    `,
    [new Date(now)],
  );
  const [due] = rows;
  if (!due) return null;
  await sql.query('update placement_test set next_run_at = $3 where workspace_id = $1 and id = $2', [
    due.workspace_id,
    due.id,
    nextRunAfter(due, due.next_run_at, new Date(now)),
  ]);
  return due;
}
