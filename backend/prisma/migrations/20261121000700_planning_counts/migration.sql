-- What a trigger needs to know of a whole campaign, answerable without reading the whole campaign.
ALTER TABLE "step_variant" ADD COLUMN "assigned_count" INTEGER NOT NULL DEFAULT 0;

-- Shares are balanced from the moment they were last changed: a new variant, a pause or another percentage begins the count anew.
CREATE FUNCTION reset_variant_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE step_variant SET assigned_count = 0 WHERE step_id = NEW.step_id AND assigned_count <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER variant_added AFTER INSERT ON "step_variant" FOR EACH ROW EXECUTE FUNCTION reset_variant_counts();
CREATE TRIGGER variant_shares_changed AFTER UPDATE OF "percentage", "is_paused", "is_deleted" ON "step_variant" FOR EACH ROW
  WHEN (OLD.percentage IS DISTINCT FROM NEW.percentage OR OLD.is_paused <> NEW.is_paused OR OLD.is_deleted <> NEW.is_deleted) EXECUTE FUNCTION reset_variant_counts();

CREATE INDEX "intent_open_by_campaign" ON "intent" ("campaign_id") WHERE "state" IN ('RESERVED', 'SUBMITTING');
CREATE INDEX "enrolment_parked" ON "enrolment" ("campaign_id") WHERE "is_parked";
CREATE INDEX "enrolment_kept_mailbox" ON "enrolment" ("campaign_id", "mailbox_id") WHERE "mailbox_id" IS NOT NULL AND "status" IN ('STARTED', 'INPROGRESS');
