-- The days of UTC for which an event counts: of its workspace, campaign and mailbox, by the time when it happened and that of its email.
create or replace function rollup_days(of_campaign int, of_mailbox int, at timestamptz, sent_at timestamptz)
returns table (dimension text, dimension_id int, axis text, bucket timestamptz)
language sql
stable
as $$
  select d.name, d.id, a.name, date_trunc('day', a.moment, 'UTC')
  from (values ('workspace', 0), ('campaign', of_campaign), ('mailbox', of_mailbox)) d(name, id)
  cross join (values ('event_day', at), ('sent_day', sent_at)) a(name, moment)
  where d.id is not null and a.moment is not null
$$;
