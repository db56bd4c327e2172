-- no-transaction
-- The days of all campaigns, or of all mailboxes, are read one after the other. Emails are sent while it is made.
drop index concurrently if exists event_rollup_days;
create index concurrently event_rollup_days on event_rollup (workspace_id, dimension, axis, bucket) where kind = 'ALL';
