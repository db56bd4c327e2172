-- One row a day beside those of its kinds: what all kinds of events come to, side by side, under the kind ALL. A month of a thousand
-- campaigns is read in a tenth of the rows. Writers wait until the days are summed. What the version before writes is summed by
-- event_rollup.days_summed_in.sql and _again.sql. The version after this one drops both with sum_event_days.
alter table event_rollup
  add column if not exists sent int, add column if not exists contacted int, add column if not exists opened int,
  add column if not exists clicked int, add column if not exists replied int, add column if not exists bounced int,
  add column if not exists sender_bounced int, add column if not exists unsubscribed int, add column if not exists opens int,
  add column if not exists clicks int, add column if not exists replies int, add column if not exists automatic_replies int,
  add column if not exists machine_opens int, add column if not exists machine_clicks int;
-- mends rows: a restore of an older backup runs the block too.
do $$ begin
  lock table event_rollup in share row exclusive mode; insert into event_rollup (
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
  from event_rollup q
  where q.axis in ('event_day', 'sent_day') and q.kind <> 'ALL'
  group by 1, 2, 3, 4, 5
  on conflict do nothing; end $$;
