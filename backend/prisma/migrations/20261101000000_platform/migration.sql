-- The two roles every other migration grants to. They cannot log in: the login user of DATABASE_URL switches to them
-- (connection option "-c role=..."). skein_app is subject to row-level security by workspace, skein_system sees all.
-- Roles belong to the whole server, so another database of it may have made them already.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['skein_app', 'skein_system'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database's migration was quicker
    END;
    IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END IF;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO skein_app, skein_system;

CREATE TABLE "instance" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "identity" UUID NOT NULL,
    "system_identifier" TEXT NOT NULL,
    "database_name" TEXT NOT NULL,
    "timeline" INTEGER NOT NULL,
    "starts" INTEGER NOT NULL DEFAULT 0,
    "sending_paused_reason" TEXT,
    "sending_paused_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "instance_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "instance_only_one_row" CHECK ("id" = 1)
);

CREATE TABLE "instance_clock" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "anchor_campaign" TIMESTAMPTZ(3) NOT NULL,
    "anchor_real" TIMESTAMPTZ(3) NOT NULL,
    "floor_campaign" TIMESTAMPTZ(3) NOT NULL,
    "floor_real" TIMESTAMPTZ(3) NOT NULL,
    "scale" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "instance_clock_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "instance_clock_only_one_row" CHECK ("id" = 1),
    CONSTRAINT "instance_clock_scale" CHECK ("scale" BETWEEN 1 AND 1440)
);

CREATE TABLE "worker_heartbeat" (
    "worker_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "beat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("worker_id")
);

CREATE INDEX "worker_heartbeat_beat_at_idx" ON "worker_heartbeat"("beat_at");

GRANT SELECT, INSERT, UPDATE ON "instance", "instance_clock" TO skein_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON "worker_heartbeat" TO skein_system;
