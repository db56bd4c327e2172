-- How long the latest mail had lain at the server when it was read, in seconds of campaign time, and when that was.
ALTER TABLE "mailbox" ADD COLUMN "sync_lag_seconds" INTEGER, ADD COLUMN "sync_lag_at" TIMESTAMPTZ(3);
