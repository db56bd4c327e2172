-- Sums what the version before writes, which runs beside this one while an installation is brought up to date: days of single kinds, which
-- this one writes as well as their sum (`ALL`), or quarters of an hour alone. This one says that it sums them itself (rollup-buckets.store.ts).
create or replace function sum_event_days()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  setting constant text := coalesce(current_setting('app.sums_days', true), '');
  quarters jsonb;
  days jsonb;
begin
  if setting = 'all' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(to_jsonb(c)) filter (where c.axis in ('event', 'sent') and c.dimension in ('workspace', 'campaign', 'mailbox')),
      jsonb_agg(to_jsonb(c)) filter (where c.axis in ('event_day', 'sent_day'))
    into quarters, days
    from counted c
    where c.kind <> 'ALL';
  else
    select jsonb_agg(a.row) filter (where a.axis in ('event', 'sent') and a.dimension in ('workspace', 'campaign', 'mailbox')),
      jsonb_agg(a.row) filter (where a.axis in ('event_day', 'sent_day'))
    into quarters, days
    from (
      select c.axis, c.dimension,
        to_jsonb(c) || jsonb_build_object('count', c.count - b.count, 'first_count', c.first_count - b.first_count) as row
      from counted c
      join counted_before b using (workspace_id, dimension, dimension_id, axis, bucket, kind)
      where c.kind <> 'ALL'
    ) a;
  end if;
  -- Days of single kinds, which call this function again. An import of an archive brings them at its end.
  if quarters is not null and setting <> 'on' and coalesce(current_setting('app.importing', true), '') <> 'on' then
    insert into event_rollup as r (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
    select q.workspace_id, q.dimension, q.dimension_id, q.axis || '_day', date_trunc('day', q.bucket, 'UTC'), q.kind,
      sum(q.count), sum(q.first_count)
    from jsonb_populate_recordset(null::event_rollup, quarters) q
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
    do update set count = r.count + excluded.count, first_count = r.first_count + excluded.first_count;
  end if;
  if days is not null then
    insert into event_rollup as r (
      workspace_id, dimension, dimension_id, axis, bucket, kind, sent, contacted, opened, clicked, replied, bounced, sender_bounced,
      unsubscribed, opens, clicks, replies, automatic_replies, machine_opens, machine_clicks
    )
    select q.workspace_id, q.dimension, q.dimension_id, q.axis, q.bucket, 'ALL',
      coalesce(sum(q.count) filter (where q.kind = 'SENT'), 0), coalesce(sum(q.first_count) filter (where q.kind = 'SENT'), 0),
      coalesce(sum(q.first_count) filter (where q.kind = 'OPEN'), 0), coalesce(sum(q.first_count) filter (where q.kind = 'CLICK'), 0),
      coalesce(sum(q.first_count) filter (where q.kind = 'REPLY'), 0), coalesce(sum(q.count) filter (where q.kind = 'BOUNCE'), 0),
      coalesce(sum(q.count) filter (where q.kind = 'SENDER_BOUNCE'), 0),
      coalesce(sum(q.first_count) filter (where q.kind = 'UNSUBSCRIBE'), 0), coalesce(sum(q.count) filter (where q.kind = 'OPEN'), 0),
      coalesce(sum(q.count) filter (where q.kind = 'CLICK'), 0), coalesce(sum(q.count) filter (where q.kind = 'REPLY'), 0),
      coalesce(sum(q.count) filter (where q.kind in ('AUTO_REPLY', 'MACHINE_AUTO_REPLY')), 0),
      coalesce(sum(q.count) filter (where q.kind = 'MACHINE_OPEN'), 0), coalesce(sum(q.count) filter (where q.kind = 'MACHINE_CLICK'), 0)
    from jsonb_populate_recordset(null::event_rollup, days) q
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
    do update set sent = r.sent + excluded.sent, contacted = r.contacted + excluded.contacted, opened = r.opened + excluded.opened,
      clicked = r.clicked + excluded.clicked, replied = r.replied + excluded.replied, bounced = r.bounced + excluded.bounced,
      sender_bounced = r.sender_bounced + excluded.sender_bounced, unsubscribed = r.unsubscribed + excluded.unsubscribed,
      opens = r.opens + excluded.opens, clicks = r.clicks + excluded.clicks, replies = r.replies + excluded.replies,
      automatic_replies = r.automatic_replies + excluded.automatic_replies, machine_opens = r.machine_opens + excluded.machine_opens,
      machine_clicks = r.machine_clicks + excluded.machine_clicks;
  end if;
  return null;
end
$$;
