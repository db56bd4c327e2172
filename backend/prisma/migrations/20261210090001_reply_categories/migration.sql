-- A first reply bears the category of its lead (event.lead_category_copied.sql, enrolment.lead_category_passed_on.sql, enrolment.lead_category_gone.sql),
-- and first replies have indexes of their own: positive replies and meetings are counted from these alone. Writers wait meanwhile.
lock table enrolment, event in share row exclusive mode;
alter table event add column if not exists category_id int;
-- mends rows: a restore of an older backup runs the block too.
do $$ begin
  update event v
  set category_id = e.category_id
  from enrolment e
  where v.kind = 'REPLY'
    and v.is_first
    and e.workspace_id = v.workspace_id
    and e.id = v.enrolment_id
    and e.category_id is distinct from v.category_id; end $$;
create index if not exists event_first_reply_at on event (workspace_id, at)
  include (kind, is_first, campaign_id, mailbox_id, category_id)
  where kind = 'REPLY' and is_first;
create index if not exists event_first_reply_sent_at on event (workspace_id, sent_at)
  include (kind, is_first, campaign_id, mailbox_id, category_id)
  where kind = 'REPLY' and is_first;
