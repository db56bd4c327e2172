-- Rare marks of leads are found without reading all of them, and whether a lead is in a running sequence without its enrolments.
CREATE INDEX "lead_unsubscribed" ON "lead" ("workspace_id", "id") WHERE "is_unsubscribed";
CREATE INDEX "lead_bounced" ON "lead" ("workspace_id", "id") WHERE "is_bounced";
CREATE INDEX "enrolment_open_lead" ON "enrolment" ("lead_id") WHERE "status" IN ('STARTED', 'INPROGRESS', 'PAUSED');
