-- Texts of e-mail steps kept under a name, of the team or of one client of the agency.
CREATE TABLE "step_template" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "client_id" INTEGER,
    "created_by" INTEGER,
    "name" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "email_body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_template_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "step_template_workspace_id_client_id_idx" ON "step_template"("workspace_id", "client_id");
ALTER TABLE "step_template" ADD CONSTRAINT "step_template_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "step_template" ADD CONSTRAINT "step_template_workspace_id_client_id_fkey" FOREIGN KEY ("workspace_id", "client_id") REFERENCES "agency_client"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

GRANT SELECT, INSERT, UPDATE, DELETE ON "step_template" TO skein_app, skein_system;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO skein_app, skein_system;
SELECT protect_tenant_tables();
