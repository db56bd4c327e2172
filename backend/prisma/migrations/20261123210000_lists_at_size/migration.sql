-- What each tab of a campaign's leads holds is counted in one index alone, failures included; they are few, and their tab reads only them.
DROP INDEX "enrolment_states";
CREATE INDEX "enrolment_states" ON "enrolment" ("workspace_id", "campaign_id", "status", "reason", "is_bounced");
CREATE INDEX "enrolment_failed" ON "enrolment" ("workspace_id", "campaign_id", "id") WHERE "reason" = 'FAILED' OR "is_bounced";
-- The archive of the inbox in the order it is shown: without it every enrolment of the workspace is read.
CREATE INDEX "enrolment_archived" ON "enrolment" ("workspace_id", (coalesce("last_inbound_at", "last_sent_at", "created_at")) DESC, "id" DESC) WHERE "is_archived";
