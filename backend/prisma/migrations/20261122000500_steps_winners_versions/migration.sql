-- The test between a step's variants: who decided the winner, when, and on what.
ALTER TABLE "sequence_step" ADD COLUMN "winner_by" TEXT, ADD COLUMN "winner_at" TIMESTAMPTZ(3), ADD COLUMN "winner_evidence" JSONB, ADD COLUMN "tested_at" TIMESTAMPTZ(3);

-- Saves that follow each other while somebody types are one version.
ALTER TABLE "sequence_version" ADD COLUMN "is_autosave" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();

-- Schedule and settings as they were saved, for history and rollback.
CREATE TABLE "setup_version" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "area" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "changed" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    CONSTRAINT "setup_version_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "setup_version_campaign_id_area_version_key" ON "setup_version"("campaign_id", "area", "version");
ALTER TABLE "setup_version" ADD CONSTRAINT "setup_version_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- LinkedIn accounts of a workspace, and the one action of each LinkedIn step for each lead.
CREATE TABLE "linkedin_account" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "profile_url" TEXT,
    "provider" TEXT NOT NULL,
    "provider_account" TEXT,
    "state" TEXT NOT NULL DEFAULT 'INPROGRESS',
    "state_reason" TEXT,
    "time_zone" TEXT NOT NULL DEFAULT 'Etc/GMT',
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    CONSTRAINT "linkedin_account_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "linkedin_account_workspace_id_id_key" ON "linkedin_account"("workspace_id", "id");
ALTER TABLE "linkedin_account" ADD CONSTRAINT "linkedin_account_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "linkedin_action" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "enrolment_id" INTEGER NOT NULL,
    "step_id" INTEGER NOT NULL,
    "account_id" INTEGER,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'WAITING',
    "connection" TEXT,
    "next_look_at" TIMESTAMPTZ(3),
    "give_up_at" TIMESTAMPTZ(3),
    "performed_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "provider_reference" TEXT,
    "body" TEXT,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "linkedin_action_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "linkedin_action_enrolment_id_step_id_key" ON "linkedin_action"("enrolment_id", "step_id");
CREATE INDEX "linkedin_action_state_next_look_at_idx" ON "linkedin_action"("state", "next_look_at");
CREATE INDEX "linkedin_action_account_id_kind_performed_at_idx" ON "linkedin_action"("account_id", "kind", "performed_at");
ALTER TABLE "linkedin_action" ADD CONSTRAINT "linkedin_action_workspace_id_enrolment_id_fkey" FOREIGN KEY ("workspace_id", "enrolment_id") REFERENCES "enrolment"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "linkedin_action" ADD CONSTRAINT "linkedin_action_workspace_id_account_id_fkey" FOREIGN KEY ("workspace_id", "account_id") REFERENCES "linkedin_account"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- One task for each manual step that a lead reached.
CREATE UNIQUE INDEX "lead_task_of_step" ON "lead_task" ("enrolment_id", "step_id") WHERE "step_id" IS NOT NULL;

SELECT protect_tenant_tables();
GRANT SELECT, INSERT, UPDATE, DELETE ON "setup_version", "linkedin_account", "linkedin_action" TO skein_app, skein_system;
GRANT USAGE, SELECT ON SEQUENCE "setup_version_id_seq", "linkedin_account_id_seq", "linkedin_action_id_seq" TO skein_app, skein_system;
