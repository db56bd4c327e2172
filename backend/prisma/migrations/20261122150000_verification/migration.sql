-- Verification of lead addresses, paid with credits. The ledger is only ever added to; the account holds its sum, and neither goes below zero.
CREATE TABLE "verification_account" (
    "workspace_id" INTEGER NOT NULL,
    "balance" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "verification_account_pkey" PRIMARY KEY ("workspace_id"),
    CONSTRAINT "verification_account_not_negative" CHECK ("balance" >= 0)
);
CREATE TABLE "verification_order" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "credits" INTEGER NOT NULL,
    "billing" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "provider" TEXT NOT NULL,
    "periods" INTEGER NOT NULL DEFAULT 0,
    "renews_at" TIMESTAMPTZ(3),
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "verification_order_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "verification" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'IN_PROGRESS',
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "held" INTEGER NOT NULL DEFAULT 0,
    "charged" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "blocks_invalid" BOOLEAN NOT NULL DEFAULT true,
    "run" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stopped_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "verification_address" (
    "workspace_id" INTEGER NOT NULL,
    "verification_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "result" TEXT,
    "reason" TEXT,
    "detail" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "is_charged" BOOLEAN NOT NULL DEFAULT false,
    "checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "verification_address_pkey" PRIMARY KEY ("verification_id", "lead_id")
);
CREATE TABLE "verification_ledger" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "credits" INTEGER NOT NULL,
    "balance_after" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "verification_id" INTEGER,
    "order_id" INTEGER,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_ledger_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "verification_ledger_not_negative" CHECK ("balance_after" >= 0)
);
-- How servers of receivers are asked with care, for all workspaces together: when each may be asked next, and which domains take any address.
CREATE TABLE "mail_exchange_pace" (
    "exchange" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_exchange_pace_pkey" PRIMARY KEY ("exchange")
);
CREATE TABLE "mail_domain_catch_all" (
    "domain" TEXT NOT NULL,
    "is_catch_all" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_domain_catch_all_pkey" PRIMARY KEY ("domain")
);

CREATE UNIQUE INDEX "verification_order_workspace_id_id_key" ON "verification_order"("workspace_id", "id");
CREATE INDEX "verification_order_renews" ON "verification_order" ("renews_at") WHERE "renews_at" IS NOT NULL;
CREATE UNIQUE INDEX "verification_workspace_id_id_key" ON "verification"("workspace_id", "id");
CREATE INDEX "verification_address_lead_id_idx" ON "verification_address"("lead_id");
CREATE INDEX "verification_address_verification_id_result_lead_id_idx" ON "verification_address"("verification_id", "result", "lead_id");
CREATE INDEX "verification_address_waiting" ON "verification_address" ("verification_id", "domain", "lead_id") WHERE "result" IS NULL;
CREATE UNIQUE INDEX "verification_ledger_workspace_id_key_key" ON "verification_ledger"("workspace_id", "key");

ALTER TABLE "verification_account" ADD CONSTRAINT "verification_account_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "verification_order" ADD CONSTRAINT "verification_order_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "verification" ADD CONSTRAINT "verification_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "verification_address" ADD CONSTRAINT "verification_address_workspace_id_verification_id_fkey" FOREIGN KEY ("workspace_id", "verification_id") REFERENCES "verification"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "verification_address" ADD CONSTRAINT "verification_address_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "lead"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "verification_ledger" ADD CONSTRAINT "verification_ledger_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is known of a lead's address, until the address changes.
ALTER TABLE "lead" ADD COLUMN "verification" TEXT;
ALTER TABLE "lead" ADD COLUMN "verified_at" TIMESTAMPTZ(3);
CREATE INDEX "lead_verification" ON "lead" ("workspace_id", "verification", "id") WHERE "verification" IS NOT NULL;
CREATE FUNCTION forget_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.verification := NULL;
  NEW.verified_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER lead_address_changed BEFORE UPDATE OF email ON "lead" FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION forget_verification();

GRANT SELECT, INSERT, UPDATE, DELETE ON "verification_account", "verification_order", "verification", "verification_address" TO skein_app, skein_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_exchange_pace", "mail_domain_catch_all" TO skein_app, skein_system;
REVOKE ALL ON "verification_ledger" FROM skein_app, skein_system;
GRANT SELECT, INSERT ON "verification_ledger" TO skein_app, skein_system;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO skein_app, skein_system;
SELECT protect_tenant_tables();
