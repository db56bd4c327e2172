-- What the sending runtime keeps beside the first shape: slots, holds, lanes.
ALTER TABLE "campaign" ADD COLUMN "last_trigger_slot_at" TIMESTAMPTZ(3), ADD COLUMN "extra_windows" JSONB NOT NULL DEFAULT '[]', ADD COLUMN "holidays" TEXT[] DEFAULT ARRAY[]::TEXT[], ADD COLUMN "time_zone_mode" TEXT NOT NULL DEFAULT 'CAMPAIGN';
ALTER TABLE "campaign_mailbox" ADD COLUMN "waiting_since" TIMESTAMPTZ(3);
ALTER TABLE "enrolment" ADD COLUMN "open_intent_id" BIGINT, ADD COLUMN "hold_kind" TEXT, ADD COLUMN "is_parked" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "provider" TEXT NOT NULL DEFAULT 'OTHER';
ALTER TABLE "mailbox" ADD COLUMN "suspended_at" TIMESTAMPTZ(3), ADD COLUMN "resting_until" TIMESTAMPTZ(3), ADD COLUMN "ramp" JSONB, ADD COLUMN "recheck_at" TIMESTAMPTZ(3), ADD COLUMN "recheck_attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "intent" ADD COLUMN "not_after" TIMESTAMPTZ(3), ADD COLUMN "is_new_lead" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "reallocated_from" INTEGER;

DROP INDEX "enrolment_new";
DROP INDEX "enrolment_due";
DROP INDEX "intent_open";
CREATE INDEX "enrolment_new" ON "enrolment" ("campaign_id", "provider", "id") WHERE "status" = 'STARTED' AND "open_intent_id" IS NULL AND NOT "is_parked";
CREATE INDEX "enrolment_due" ON "enrolment" ("campaign_id", "mailbox_id", "next_eligible_at", "id") WHERE "status" = 'INPROGRESS' AND "open_intent_id" IS NULL AND NOT "is_parked";
CREATE INDEX "enrolment_due_any" ON "enrolment" ("campaign_id", "next_eligible_at") WHERE "status" = 'INPROGRESS' AND "open_intent_id" IS NULL AND NOT "is_parked";
CREATE INDEX "intent_due" ON "intent" ("send_at", "mailbox_id") WHERE "state" = 'RESERVED';
CREATE INDEX "intent_submitting" ON "intent" ("leased_until") WHERE "state" = 'SUBMITTING';
CREATE INDEX "intent_by_mailbox" ON "intent" ("mailbox_id", "send_at" DESC) WHERE "state" IN ('RESERVED', 'SUBMITTING', 'SENT', 'IN_DOUBT');
CREATE INDEX "intent_by_campaign" ON "intent" ("campaign_id", "send_at" DESC) WHERE "state" IN ('RESERVED', 'SUBMITTING', 'SENT', 'IN_DOUBT');
