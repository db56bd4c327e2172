import type { Client } from 'pg';
import {
  dayKind,
  sumsOfKinds,
  summedNames,
} from '../../backend/src/services/main/lifecycle/events/sums-of-kinds.store';

/** What each day of a workspace comes to, from its kinds, as it is written with events. */
export async function fillWholeDays(owner: Client, workspace: number): Promise<void> {
  await owner.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, ${summedNames.join(', ')})
      select q.workspace_id, q.dimension, q.dimension_id, q.axis, q.bucket, '${dayKind}', ${sumsOfKinds('q')}
      from event_rollup q
      where q.workspace_id = $1 and q.axis = 'event_day'
      group by 1, 2, 3, 4, 5
      order by 5
    `,
    [workspace],
  );
}
