-- no-transaction
-- What lies between whole days of UTC and the ends of a range is read for all campaigns, or all mailboxes, one after the other. Emails are sent
-- while it is made.
drop index concurrently if exists event_rollup_quarters;
create index concurrently event_rollup_quarters on event_rollup (workspace_id, dimension, axis, bucket) where dimension in ('campaign', 'mailbox') and axis in ('event', 'sent');
