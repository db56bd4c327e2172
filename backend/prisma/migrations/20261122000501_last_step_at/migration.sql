-- When a lead was put behind a manual or LinkedIn step: the next step is due by its delay from then.
ALTER TABLE "enrolment" ADD COLUMN "last_step_at" TIMESTAMPTZ(3);
