-- A person's own key of an OpenAI-compatible service, for writing texts.
CREATE TABLE "ai_key" (
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "base_url" TEXT NOT NULL,
    "key_sealed" BYTEA NOT NULL,
    "key_last_four" TEXT NOT NULL,
    "default_model" TEXT NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_key_pkey" PRIMARY KEY ("workspace_id", "user_id")
);
ALTER TABLE "ai_key" ADD CONSTRAINT "ai_key_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "app_user"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

GRANT SELECT, INSERT, UPDATE, DELETE ON "ai_key" TO skein_app, skein_system;
SELECT protect_tenant_tables();
