-- Who verifies for a workspace, when not our own prober: a service that it has a key of. A run keeps the one it began with.
CREATE TABLE "verification_provider" (
    "workspace_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "key_sealed" BYTEA NOT NULL,
    "key_last_four" TEXT NOT NULL,
    "updated_by" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_provider_pkey" PRIMARY KEY ("workspace_id")
);
ALTER TABLE "verification_provider" ADD CONSTRAINT "verification_provider_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "verification" ADD COLUMN "provider" TEXT NOT NULL DEFAULT 'SKEIN';

-- Card payments of packs: the checkout of an order, its subscription, and the events that were taken, each once.
ALTER TABLE "verification_order" ADD COLUMN "checkout_id" TEXT;
ALTER TABLE "verification_order" ADD COLUMN "checkout_url" TEXT;
ALTER TABLE "verification_order" ADD COLUMN "subscription_id" TEXT;
CREATE TABLE "payment_event" (
    "id" TEXT NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "order_id" INTEGER,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_event_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "payment_event" ADD CONSTRAINT "payment_event_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON "verification_provider" TO skein_app, skein_system;
REVOKE ALL ON "payment_event" FROM skein_app, skein_system;
GRANT SELECT, INSERT ON "payment_event" TO skein_app, skein_system;
SELECT protect_tenant_tables();
