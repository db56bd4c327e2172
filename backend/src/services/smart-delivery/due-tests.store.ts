import type { SqlClient } from '../../platform/db/database';
import { inEnabledWorkspace } from '../../platform/db/enabled-workspace';

/** Takes an automatic test that is due, and sets its next time. */
export async function takeDueTest(sql: SqlClient, now: number): Promise<{ id: number; workspace_id: number } | null> {
  const { rows } = await sql.query<{ id: number; workspace_id: number }>(
    `
      update placement_test
      set next_run_at = case
        when ends_at is null or $1::timestamptz + make_interval(days => every_days) <= ends_at
          then $1::timestamptz + make_interval(days => every_days)
        end
      where id = (
        select id
        from placement_test
        where next_run_at <= $1 and not is_stopped and ${inEnabledWorkspace()}
        order by next_run_at
        limit 1
        for update skip locked
      )
      returning id, workspace_id
    `,
    [new Date(now)],
  );
  return rows[0] ?? null;
}
