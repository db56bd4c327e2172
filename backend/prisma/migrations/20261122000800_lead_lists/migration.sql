-- Lists of leads outside of campaigns, with tags; a list of a client of the agency is that client's.
CREATE TABLE "lead_list" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "client_id" INTEGER,
    "name" TEXT NOT NULL,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_list_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "lead_list_member" (
    "workspace_id" INTEGER NOT NULL,
    "list_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "upload_id" INTEGER,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_list_member_pkey" PRIMARY KEY ("list_id", "lead_id")
);
CREATE TABLE "lead_list_tag" (
    "workspace_id" INTEGER NOT NULL,
    "list_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "lead_list_tag_pkey" PRIMARY KEY ("list_id", "tag_id")
);
CREATE TABLE "lead_tag" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_tag_pkey" PRIMARY KEY ("id")
);
-- Work on many leads: waits ten seconds so that it can be taken back, then runs in the background with its progress here.
CREATE TABLE "lead_action" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'WAITING',
    "selection" JSONB NOT NULL,
    "options" JSONB NOT NULL DEFAULT '{}',
    "who" JSONB NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "reasons" JSONB NOT NULL DEFAULT '{}',
    "place" INTEGER,
    "run" INTEGER NOT NULL DEFAULT 0,
    "file_key" TEXT,
    "file_name" TEXT,
    "error" TEXT,
    "created_by" INTEGER,
    "runs_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "lead_action_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "lead_list_workspace_id_name_key" ON "lead_list"("workspace_id", "name");
CREATE UNIQUE INDEX "lead_list_workspace_id_id_key" ON "lead_list"("workspace_id", "id");
CREATE INDEX "lead_list_member_lead_id_idx" ON "lead_list_member"("lead_id");
CREATE UNIQUE INDEX "lead_tag_lead_id_tag_id_key" ON "lead_tag"("lead_id", "tag_id");
CREATE INDEX "lead_tag_tag_id_idx" ON "lead_tag"("tag_id");
CREATE UNIQUE INDEX "lead_action_workspace_id_id_key" ON "lead_action"("workspace_id", "id");

ALTER TABLE "lead_list" ADD CONSTRAINT "lead_list_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lead_list_member" ADD CONSTRAINT "lead_list_member_workspace_id_list_id_fkey" FOREIGN KEY ("workspace_id", "list_id") REFERENCES "lead_list"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "lead_list_member" ADD CONSTRAINT "lead_list_member_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "lead"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "lead_list_tag" ADD CONSTRAINT "lead_list_tag_workspace_id_list_id_fkey" FOREIGN KEY ("workspace_id", "list_id") REFERENCES "lead_list"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "lead_list_tag" ADD CONSTRAINT "lead_list_tag_workspace_id_tag_id_fkey" FOREIGN KEY ("workspace_id", "tag_id") REFERENCES "tag"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "lead_tag" ADD CONSTRAINT "lead_tag_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "lead"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "lead_tag" ADD CONSTRAINT "lead_tag_workspace_id_tag_id_fkey" FOREIGN KEY ("workspace_id", "tag_id") REFERENCES "tag"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "lead_action" ADD CONSTRAINT "lead_action_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An upload goes to a campaign, to a list, or to the workspace alone.
ALTER TABLE "lead_upload" ADD COLUMN "list_id" INTEGER;
CREATE INDEX "lead_upload_list_id_idx" ON "lead_upload"("list_id");
ALTER TABLE "lead_upload" ADD CONSTRAINT "lead_upload_workspace_id_list_id_fkey" FOREIGN KEY ("workspace_id", "list_id") REFERENCES "lead_list"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Only rows that came in otherwise than as new leads are looked for by outcome or address: a new lead carries its upload. Two
-- indexes less to keep up for nearly every row of an import.
DROP INDEX "upload_row_upload_id_outcome_row_number_idx";
DROP INDEX "upload_row_email";
CREATE INDEX "upload_row_outcome" ON "upload_row" ("upload_id", "outcome", "row_number") WHERE "outcome" <> 'IMPORTED_NEW';
CREATE INDEX "upload_row_email" ON "upload_row" ("upload_id", "email") WHERE "outcome" <> 'IMPORTED_NEW';

GRANT SELECT, INSERT, UPDATE, DELETE ON "lead_list", "lead_list_member", "lead_list_tag", "lead_tag", "lead_action" TO skein_app, skein_system;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO skein_app, skein_system;
SELECT protect_tenant_tables();
