-- The inbox with a possible unseen reply that was read longest ago; null when all were read within that time, or nothing was sent to the lead
-- before.
create or replace function unread_inbox(p_enrolment int, p_within interval)
returns int
language sql
stable
as $$
  select a.id
  from inboxes_of_replies(p_enrolment) as a(id)
  left join inbox_reading r on r.mailbox_id = a.id
  where not inbox_is_read(r.read_at, r.missed_at, p_within)
  order by r.read_at nulls first, a.id
  limit 1
$$;
