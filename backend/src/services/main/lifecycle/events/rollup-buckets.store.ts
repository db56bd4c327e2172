import { dayKind, sumsOfKinds, summedNames } from '#engine/rows/sums-of-kinds.store';

/**
 * What events count for, by dimension, time and kind. By quarters of an hour (axes `event` and `sent`), of which every zone's offset is a
 * multiple, and by days of UTC (`event_day`, `sent_day`). A day has one more row, of the kind ALL, with what all its kinds come to, so that
 * a month of a thousand campaigns is read in thirty rows each.
 * @param events the name of a row source with the columns of events
 */
export const rollupBuckets = (events: string): string => `
      with of_kinds as (
        select e.workspace_id, d.name as dimension, d.id as dimension_id, a.name as axis,
          to_timestamp(floor(extract(epoch from a.moment) / a.width) * a.width) as bucket,
          case when e.is_machine then 'MACHINE_' || e.kind else e.kind end as kind, count(*)::int as count,
          count(*) filter (where e.is_first)::int as first_count
        from ${events} e
        cross join lateral (
          values ('workspace', 0), ('campaign', e.campaign_id), ('mailbox', e.mailbox_id)
        ) as d(name, id)
        cross join lateral (
          values ('event', e.at, 900), ('sent', e.sent_at, 900), ('event_day', e.at, 86400), ('sent_day', e.sent_at, 86400)
        ) as a(name, moment, width)
        where d.id is not null and a.moment is not null
        group by 1, 2, 3, 4, 5, 6
      )
      select *, ${summedNames.map((name) => `null::int as ${name}`).join(', ')}
      from of_kinds
      union all
      select workspace_id, dimension, dimension_id, axis, bucket, '${dayKind}', 0, 0, ${sumsOfKinds('q')}
      from of_kinds q
      where axis in ('event_day', 'sent_day')
      group by 1, 2, 3, 4, 5`;

/** A condition that is always true. Who sums days says so: else sum_event_days.sql does. */
export const sumsDays = `set_config('app.sums_days', 'all', true) = 'all'`;
