-- Leads that are past a step done by hand and were never mailed: a trigger finds them beside any number of new ones.
CREATE INDEX "enrolment_past_by_hand" ON "enrolment" ("campaign_id", "next_step_id") WHERE "status" = 'STARTED' AND "last_step_at" IS NOT NULL AND "open_intent_id" IS NULL AND NOT "is_parked";
