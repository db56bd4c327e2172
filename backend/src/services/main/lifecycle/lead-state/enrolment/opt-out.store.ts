import type { SqlClient } from '#platform/db/database';

/** Leads asked a campaign to stop. What became of them stays as it is; from now on, no resume lets them continue. */
export async function optOut(sql: SqlClient, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query('update enrolment set is_unsubscribed = true, updated_at = now() where id = any($1)', [ids]);
}
