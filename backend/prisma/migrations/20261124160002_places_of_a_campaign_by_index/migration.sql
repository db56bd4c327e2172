-- no-transaction
-- A search that walks through a campaign reads which leads are in it in this index alone: the row of each place was read for it. Made beside running workers, and repeatable.
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_of_campaign";
CREATE INDEX CONCURRENTLY "enrolment_of_campaign" ON "enrolment" ("campaign_id", "id", "lead_id", "workspace_id");
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_by_campaign";
