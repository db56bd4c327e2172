-- no-transaction
-- Every change of a lead's place is written into each index of its table. By next_due_at and by (workspace_id, last_inbound_at) nothing is
-- asked: who is due is found by next_eligible_at, conversations by enrolment_inbox. What is asked by mailbox needs no time of day:
-- one index serves the open leads and all of them. Made beside running workers, and repeatable: an interrupted index is left invalid.
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_by_mailbox";
CREATE INDEX CONCURRENTLY "enrolment_by_mailbox" ON "enrolment" ("campaign_id", "mailbox_id", "status") WHERE "mailbox_id" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_kept_mailbox";
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_campaign_id_mailbox_id_status_next_due_at_idx";
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_campaign_id_status_next_due_at_idx";
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_workspace_id_last_inbound_at_idx";
