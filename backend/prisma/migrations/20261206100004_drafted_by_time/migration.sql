-- no-transaction
-- Counts the answers of a rule in the last 24 hours. Emails are sent while it is made.
create index concurrently if not exists intent_drafted_by_time on intent (workspace_id, created_at) where drafted_by is not null;
