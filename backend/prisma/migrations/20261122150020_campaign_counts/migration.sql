-- How many leads each campaign has, by state, is counted in the index alone: without the workspace in it every row is read for its row-level security.
CREATE INDEX "enrolment_states" ON "enrolment" ("workspace_id", "campaign_id", "status");
DROP INDEX "enrolment_open_lead";
CREATE INDEX "enrolment_open_lead" ON "enrolment" ("workspace_id", "lead_id") WHERE "status" IN ('STARTED', 'INPROGRESS', 'PAUSED');
