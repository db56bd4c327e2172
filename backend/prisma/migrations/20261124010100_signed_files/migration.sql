-- Addresses that were given out for uploading a file. What nobody has attached a week later is deleted by them; what is attached leaves the list.
CREATE TABLE "signed_file" (
    "workspace_id" INTEGER NOT NULL,
    "storage_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signed_file_pkey" PRIMARY KEY ("storage_key")
);
CREATE INDEX "signed_file_workspace_id_created_at_idx" ON "signed_file"("workspace_id", "created_at");
ALTER TABLE "signed_file" ADD CONSTRAINT "signed_file_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE, DELETE ON "signed_file" TO skein_app, skein_system;
SELECT protect_tenant_tables();
