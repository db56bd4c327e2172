-- Days hold how many first replies are positive or ask for a meeting, by the categories that their leads have today. Triggers of event and of
-- lead_category note what changes in reply_count, rows that are added and never changed, and a job brings them to the days. Writers wait
-- until what is there is counted.
-- triggers: event.reply_counted_in, event.reply_counted_over, event.reply_counted_out, lead_category.replies_counted_anew
alter table event_rollup add column if not exists positive int, add column if not exists meetings int;

create table if not exists reply_count (
  id           bigserial,
  workspace_id int not null,
  dimension    text not null,
  dimension_id int not null,
  axis         text not null,
  bucket       timestamptz(3) not null,
  positive     int not null,
  meetings     int not null,
  primary key (id)
);

create index if not exists reply_count_days on reply_count (workspace_id, dimension, axis, bucket);

select protect_tenant_tables();

lock table lead_category, enrolment, event in share row exclusive mode;
-- mends rows: a restore of an older backup runs the block too.
do $$ begin
  insert into reply_count (workspace_id, dimension, dimension_id, axis, bucket, positive, meetings)
  select v.workspace_id, d.dimension, d.dimension_id, d.axis, d.bucket, sum(v.positive), sum(v.meetings)
  from (
    select v.workspace_id, v.campaign_id, v.mailbox_id, v.at, v.sent_at, c.positive, c.meetings
    from event v
    cross join lateral category_counts(v.workspace_id, v.category_id) c
    where v.kind = 'REPLY' and v.is_first and v.category_id is not null and c.positive > 0
  ) v
  cross join lateral rollup_days(v.campaign_id, v.mailbox_id, v.at, v.sent_at) d
  group by 1, 2, 3, 4, 5; end $$;
