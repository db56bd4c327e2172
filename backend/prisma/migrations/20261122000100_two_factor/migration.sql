-- Login with an authenticator app: the sealed secret waits in `pending` until a code proved it, the last accepted time step
-- refuses a code that was used already, and ten recovery codes stand in for a lost phone.
ALTER TABLE "app_user" ADD COLUMN "two_factor_last_step" INTEGER,
ADD COLUMN "two_factor_on_at" TIMESTAMPTZ(3),
ADD COLUMN "two_factor_pending" BYTEA,
ADD COLUMN "two_factor_pending_at" TIMESTAMPTZ(3);

CREATE TABLE "recovery_code" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "recovery_code_user_id_code_hash_key" ON "recovery_code"("user_id", "code_hash");
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "app_user"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
SELECT protect_tenant_tables();

-- Tries of strangers, counted for all processes together and over restarts. No row belongs to a workspace: skein_app has no
-- business here.
CREATE TABLE "attempt_count" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "attempt_count_pkey" PRIMARY KEY ("key")
);
REVOKE ALL ON "attempt_count" FROM skein_app;
