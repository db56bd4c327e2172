-- no-transaction
-- Lists of all leads by the state of their enrolments are read from one index alone, in the order of the leads; it holds what the index of open leads held.
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_lead_states";
CREATE INDEX CONCURRENTLY "enrolment_lead_states" ON "enrolment" ("workspace_id", "lead_id", "status");
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_open_lead";
