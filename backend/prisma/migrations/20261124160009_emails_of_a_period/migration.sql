-- The emails of a plan are those of a month: when the month that is counted began.
ALTER TABLE "workspace" ADD COLUMN "email_period_start" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
