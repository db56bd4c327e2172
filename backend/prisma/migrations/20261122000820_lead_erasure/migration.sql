-- Everything of one lead is found when it is merged or erased.
CREATE INDEX "message_of_lead" ON "message" ("lead_id") WHERE "lead_id" IS NOT NULL;
CREATE INDEX "upload_row_of_address" ON "upload_row" ("workspace_id", "email") WHERE "email" IS NOT NULL;
