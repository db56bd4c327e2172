-- Rollups by days of UTC beside those by quarters of an hour, from which a range of weeks is read in a hundredth of the rows. Writers wait
-- until they are summed. What the version before writes is summed by event_rollup.days_summed_in.sql and _again.sql. The version after
-- this one drops both with sum_event_days, and deletes the dimensions client, step and variant, which nobody reads and this one no longer writes.
-- mends rows: a restore of an older backup runs the block too.
do $$ begin
  lock table event_rollup in share row exclusive mode; insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
  select workspace_id, dimension, dimension_id, axis || '_day', date_trunc('day', bucket, 'UTC'), kind, sum(count),
    sum(first_count)
  from event_rollup
  where dimension in ('workspace', 'campaign', 'mailbox') and axis in ('event', 'sent')
  group by 1, 2, 3, 4, 5, 6; end $$;
