-- Subsequences: campaigns with a parent. Their rule, the triggers that push a lead into them, and who was pushed.
CREATE TABLE "subsequence_rule" (
    "campaign_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "parent_campaign_id" INTEGER NOT NULL,
    "delay_seconds" INTEGER NOT NULL DEFAULT 0,
    "stop_on_parent_reply" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "subsequence_rule_pkey" PRIMARY KEY ("campaign_id"),
    CONSTRAINT "subsequence_rule_delay" CHECK ("delay_seconds" BETWEEN 0 AND 31536000)
);
CREATE UNIQUE INDEX "subsequence_rule_workspace_id_campaign_id_key" ON "subsequence_rule"("workspace_id", "campaign_id");
CREATE INDEX "subsequence_rule_parent_campaign_id_idx" ON "subsequence_rule"("parent_campaign_id");
ALTER TABLE "subsequence_rule" ADD CONSTRAINT "subsequence_rule_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "subsequence_rule" ADD CONSTRAINT "subsequence_rule_workspace_id_parent_campaign_id_fkey" FOREIGN KEY ("workspace_id", "parent_campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "subsequence_trigger" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "parent_campaign_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "category_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "phrases" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "match_all" BOOLEAN NOT NULL DEFAULT false,
    "seq_number" INTEGER,
    "silence_days" INTEGER,
    "connection" TEXT,
    CONSTRAINT "subsequence_trigger_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subsequence_trigger_kind" CHECK ("kind" IN ('CATEGORY', 'OPEN', 'REPLY', 'CLICK', 'REPLY_TEXT', 'LINKEDIN_CONNECTION', 'RE_ENGAGEMENT', 'BOUNCE'))
);
CREATE UNIQUE INDEX "subsequence_trigger_campaign_id_kind_key" ON "subsequence_trigger"("campaign_id", "kind");
CREATE INDEX "subsequence_trigger_parent_campaign_id_kind_idx" ON "subsequence_trigger"("parent_campaign_id", "kind");
CREATE INDEX "subsequence_trigger_kind_idx" ON "subsequence_trigger"("kind");
ALTER TABLE "subsequence_trigger" ADD CONSTRAINT "subsequence_trigger_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "subsequence_rule"("workspace_id", "campaign_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- One row for each lead and subsequence: the unique key is what makes every trigger fire once.
CREATE TABLE "subsequence_push" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "parent_enrolment_id" INTEGER,
    "enrolment_id" INTEGER,
    "kind" TEXT NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'PUSHED',
    "skip_reason" TEXT,
    "evidence" JSONB NOT NULL DEFAULT '{}',
    "message_id" BIGINT,
    "stop_on_parent_reply" BOOLEAN NOT NULL DEFAULT true,
    "pushed_by" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "subsequence_push_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "subsequence_push_campaign_id_lead_id_key" ON "subsequence_push"("campaign_id", "lead_id");
CREATE INDEX "subsequence_push_campaign_id_id_idx" ON "subsequence_push"("campaign_id", "id");
CREATE INDEX "subsequence_push_lead_id_idx" ON "subsequence_push"("lead_id");
ALTER TABLE "subsequence_push" ADD CONSTRAINT "subsequence_push_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "subsequence_rule"("workspace_id", "campaign_id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "subsequence_push" ADD CONSTRAINT "subsequence_push_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "lead"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Who has come to the end of a sequence and was silent, by how long ago.
CREATE INDEX "enrolment_silent" ON "enrolment" ("campaign_id", "last_sent_at") WHERE "status" = 'COMPLETED' AND "reason" IS NULL AND "first_reply_at" IS NULL;
CREATE INDEX "enrolment_of_parent" ON "enrolment" ("parent_enrolment_id") WHERE "parent_enrolment_id" IS NOT NULL;

-- Subsequences that were made before they had a rule.
INSERT INTO "subsequence_rule" ("campaign_id", "workspace_id", "parent_campaign_id") SELECT "id", "workspace_id", "parent_campaign_id" FROM "campaign" WHERE "parent_campaign_id" IS NOT NULL;

SELECT protect_tenant_tables();
GRANT SELECT, INSERT, UPDATE, DELETE ON "subsequence_rule", "subsequence_trigger", "subsequence_push" TO skein_app, skein_system;
GRANT USAGE, SELECT ON SEQUENCE "subsequence_trigger_id_seq", "subsequence_push_id_seq" TO skein_app, skein_system;
