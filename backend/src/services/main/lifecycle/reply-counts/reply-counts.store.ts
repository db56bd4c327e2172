import type { Database } from '#platform/db/database';
import { sumsDays } from '../events/rollup-buckets.store';
import { dayKind, summedNames } from '#engine/rows/sums-of-kinds.store';

/** Parts in one statement: some 100 ms, so that no event waits long for its day. */
const portion = 10_000;

/**
 * Adds what first replies count for, by the categories of their leads (count_reply.sql), to their days. What somebody is just writing waits
 * for the next time, and a workspace while the rows of an archive come in, whose days are written anew. Works across workspaces.
 */
export async function sumReplyCounts(db: Database): Promise<void> {
  let taken = portion;
  while (taken === portion) taken = await sumSome(db);
}

const sumSome = (db: Database): Promise<number> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ taken: number }>(
      `
        with chosen as (
          select c.id
          from reply_count c
          where ${sumsDays}
            and not exists (
              select
              from bulk_run r
              where r.workspace_id = c.workspace_id and r.kind = 'WORKSPACE_IMPORT' and r.place ->> 'stage' = 'ROWS'
            )
          order by c.id
          limit ${portion}
          for update of c skip locked
        ), taken as (
          delete from reply_count c
          using chosen
          where c.id = chosen.id
          returning c.*
        ), added as (
          insert into event_rollup as r (
            workspace_id, dimension, dimension_id, axis, bucket, kind, positive, meetings, ${summedNames.join(', ')}
          )
          select workspace_id, dimension, dimension_id, axis, bucket, '${dayKind}', sum(positive), sum(meetings),
            ${summedNames.map(() => '0').join(', ')}
          from taken
          group by 1, 2, 3, 4, 5
          having sum(positive) <> 0 or sum(meetings) <> 0
          order by 1, 2, 3, 4, 5
          on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
          do update set positive = coalesce(r.positive, 0) + excluded.positive,
            meetings = coalesce(r.meetings, 0) + excluded.meetings
        )
        select count(*)::int as taken
        from taken
      `,
    );
    return rows[0]?.taken ?? 0;
  });
