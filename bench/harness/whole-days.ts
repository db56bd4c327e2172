import type { Client } from 'pg';
import { dayKind, sumsOfKinds, summedNames } from '../../backend/src/engine/rows/sums-of-kinds.store';

/** What each day of a workspace comes to, from its kinds and its first replies, as it is written with events and summed behind them. */
export async function fillWholeDays(owner: Client, workspace: number): Promise<void> {
  await owner.query(
    `
      with replies as (
        select v.workspace_id, d.dimension, d.dimension_id, d.axis, d.bucket, sum(c.positive)::int as positive,
          sum(c.meetings)::int as meetings
        from event v
        cross join lateral category_counts(v.workspace_id, v.category_id) c
        cross join lateral rollup_days(v.campaign_id, v.mailbox_id, v.at, v.sent_at) d
        where v.workspace_id = $1 and v.kind = 'REPLY' and v.is_first
        group by 1, 2, 3, 4, 5
      )
      insert into event_rollup (
        workspace_id, dimension, dimension_id, axis, bucket, kind, ${summedNames.join(', ')}, positive, meetings
      )
      select q.workspace_id, q.dimension, q.dimension_id, q.axis, q.bucket, '${dayKind}', ${sumsOfKinds('q')},
        max(r.positive), max(r.meetings)
      from event_rollup q
      left join replies r using (workspace_id, dimension, dimension_id, axis, bucket)
      where q.workspace_id = $1 and q.axis = 'event_day'
      group by 1, 2, 3, 4, 5
      order by 5
    `,
    [workspace],
  );
}
