import type { SqlClient } from '#platform/db/database';
import { dayKind, sumsOfKinds, summedNames } from '#engine/rows/sums-of-kinds.store';

export async function deleteDays(workspaceId: number, sql: SqlClient): Promise<void> {
  await sql.query(`delete from event_rollup where workspace_id = $1 and axis in ('event_day', 'sent_day')`, [
    workspaceId,
  ]);
}

/** Days of single kinds, from quarters of an hour. */
export async function insertDaysOfKinds(workspaceId: number, sql: SqlClient): Promise<void> {
  await sql.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select workspace_id, dimension, dimension_id, axis || '_day', date_trunc('day', bucket, 'UTC'), kind, sum(count),
        sum(first_count)
      from event_rollup
      where workspace_id = $1 and dimension in ('workspace', 'campaign', 'mailbox') and axis in ('event', 'sent')
      group by 1, 2, 3, 4, 5, 6
    `,
    [workspaceId],
  );
}

/** What each day comes to, from its kinds. */
export async function insertWholeDays(workspaceId: number, sql: SqlClient): Promise<void> {
  await sql.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, ${summedNames.join(', ')})
      select q.workspace_id, q.dimension, q.dimension_id, q.axis, q.bucket, '${dayKind}', ${sumsOfKinds('q')}
      from event_rollup q
      where q.workspace_id = $1 and q.axis in ('event_day', 'sent_day')
      group by 1, 2, 3, 4, 5
    `,
    [workspaceId],
  );
}
