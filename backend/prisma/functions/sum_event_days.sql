-- Sums days of UTC where only quarters of an hour are written: by the version before, which runs beside this one while an installation is brought
-- up to date. This one writes both and says so (rollup-buckets.store.ts); an import of an archive sums them at its end.
create or replace function sum_event_days()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if current_setting('app.sums_days', true) = 'on' or current_setting('app.importing', true) = 'on' then
    return null;
  end if;
  -- What it writes itself calls it again.
  if not exists (select from counted q where q.axis in ('event', 'sent')) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into event_rollup as r (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
    select q.workspace_id, q.dimension, q.dimension_id, q.axis || '_day', date_trunc('day', q.bucket, 'UTC'), q.kind,
      sum(q.count), sum(q.first_count)
    from counted q
    where q.axis in ('event', 'sent') and q.dimension in ('workspace', 'campaign', 'mailbox')
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
    do update set count = r.count + excluded.count, first_count = r.first_count + excluded.first_count;
  else
    insert into event_rollup as r (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
    select q.workspace_id, q.dimension, q.dimension_id, q.axis || '_day', date_trunc('day', q.bucket, 'UTC'), q.kind,
      sum(q.count), sum(q.first_count)
    from (
      select c.workspace_id, c.dimension, c.dimension_id, c.axis, c.bucket, c.kind, c.count - b.count as count,
        c.first_count - b.first_count as first_count
      from counted c
      join counted_before b using (workspace_id, dimension, dimension_id, axis, bucket, kind)
    ) q
    where q.axis in ('event', 'sent') and q.dimension in ('workspace', 'campaign', 'mailbox')
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
    do update set count = r.count + excluded.count, first_count = r.first_count + excluded.first_count;
  end if;
  return null;
end
$$;
