-- When a removed step was brought back last: some leads are past it that stand before it, and it is not sent to them again.
ALTER TABLE "sequence_step" ADD COLUMN "revived_at" TIMESTAMPTZ(3);
