-- A suppression that is committed is seen by every mail that has not begun to leave (engine.md, invariant 2). The sender holds the
-- shared form of this lock from its last check until SUBMITTING is committed; whoever suppresses waits for it at the very end of its
-- transaction, after every row lock, so that the two never wait for each other in a circle.
CREATE FUNCTION suppression_waits_for_sending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(72707373, NEW.workspace_id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER suppression_waits_for_sending AFTER INSERT ON "suppression" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION suppression_waits_for_sending();

-- The copy of a sent mail in the mailbox's Sent folder, for providers that file none themselves: WANTED, then FILED or GIVEN_UP.
ALTER TABLE "intent" ADD COLUMN "sent_copy" TEXT, ADD COLUMN "sent_copy_attempts" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "sent_copy_at" TIMESTAMPTZ(3);
CREATE INDEX "intent_sent_copy" ON "intent" ("mailbox_id", "sent_copy_at") WHERE "sent_copy" = 'WANTED';
