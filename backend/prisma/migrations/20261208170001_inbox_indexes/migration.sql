-- no-transaction
-- Lists of the inbox that are read and counted from an index alone, however many conversations there are. Each holds conversations in which
-- somebody wrote (or that are starred), so that sending writes into none of them. Emails are received while they are made.
drop index concurrently if exists enrolment_unread;
create index concurrently enrolment_unread on enrolment (workspace_id, last_inbound_at desc, id desc)
  include (is_archived, snoozed_until, category_id, campaign_id, assigned_user_id)
  where last_inbound_at is not null and not is_read;
drop index concurrently if exists enrolment_inbox_category;
create index concurrently enrolment_inbox_category on enrolment (workspace_id, category_id, last_inbound_at desc, id desc)
  include (is_archived, snoozed_until, is_read, campaign_id, assigned_user_id)
  where last_inbound_at is not null and category_id is not null;
drop index concurrently if exists enrolment_inbox_campaign;
create index concurrently enrolment_inbox_campaign on enrolment (workspace_id, campaign_id, last_inbound_at desc, id desc)
  include (is_archived, snoozed_until, is_read, category_id, assigned_user_id)
  where last_inbound_at is not null;
drop index concurrently if exists enrolment_starred;
create index concurrently enrolment_starred on enrolment
  (workspace_id, coalesce(last_inbound_at, last_sent_at, created_at) desc, id desc)
  where is_important;
drop index concurrently if exists enrolment_important;
