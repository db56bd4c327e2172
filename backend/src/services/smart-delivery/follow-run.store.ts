import type { SqlClient } from '../../platform/db/database';

/** Placement of each mailbox in a run, in percent. */
export async function findScores(workspaceId: number, sql: SqlClient, runId: number) {
  return (
    await sql.query<{ mailbox_id: number; email: string; score: number | null; is_suspended: boolean; cap: number }>(
      `
        select m.id as mailbox_id, m.from_email as email, m.is_suspended, m.message_per_day as cap,
          round(
            100.0 * count(*) filter (where p.landed in ('INBOX', 'TAB'))
              / nullif(count(*) filter (where p.landed is not null or p.state = 'FAILED'), 0)
          )::int as score
        from placement_mail p
        join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
        where p.workspace_id = $1 and p.run_id = $2 and p.kind = 'REAL' and m.deleted_at is null
        group by m.id
        order by m.id
      `,
      [workspaceId, runId],
    )
  ).rows;
}

export const saveActions = (workspaceId: number, sql: SqlClient, runId: number, actions: readonly object[]) =>
  sql.query('update placement_run set actions = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    runId,
    JSON.stringify(actions),
  ]);
