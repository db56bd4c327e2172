-- The face of an agency by host name, clients that can be deactivated, and notices to people.
CREATE TABLE "whitelabel" (
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT,
    "accent" TEXT,
    "logo_key" TEXT,
    "logo_type" TEXT,
    "favicon_key" TEXT,
    "favicon_type" TEXT,
    "domain" TEXT,
    "token" TEXT NOT NULL,
    "domain_verified_at" TIMESTAMPTZ(3),
    "domain_checked_at" TIMESTAMPTZ(3),
    "domain_problem" TEXT,
    "sender_name" TEXT,
    "sender_address" TEXT,
    "sender_verified_at" TIMESTAMPTZ(3),
    "sender_problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "whitelabel_pkey" PRIMARY KEY ("workspace_id")
);
ALTER TABLE "whitelabel" ADD CONSTRAINT "whitelabel_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "whitelabel" ADD CONSTRAINT "whitelabel_accent_check" CHECK ("accent" ~ '^#[0-9a-f]{6}$');
-- A host name belongs to whoever proved it; before that anybody may try.
CREATE UNIQUE INDEX "whitelabel_domain" ON "whitelabel" ("domain") WHERE "domain_verified_at" IS NOT NULL;

CREATE TABLE "notice" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "client_id" INTEGER,
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL DEFAULT '{}',
    "dedupe_key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "notice_workspace_id_id_key" ON "notice"("workspace_id", "id");
CREATE UNIQUE INDEX "notice_workspace_id_dedupe_key_key" ON "notice"("workspace_id", "dedupe_key");
CREATE INDEX "notice_not_mailed" ON "notice" ("id") WHERE "mailed_at" IS NULL;
ALTER TABLE "notice" ADD CONSTRAINT "notice_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notice" ADD CONSTRAINT "notice_workspace_id_client_id_fkey" FOREIGN KEY ("workspace_id", "client_id") REFERENCES "agency_client"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "notice_read" (
    "user_id" INTEGER NOT NULL,
    "notice_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_read_pkey" PRIMARY KEY ("user_id", "notice_id")
);
CREATE INDEX "notice_read_workspace_id_notice_id_idx" ON "notice_read"("workspace_id", "notice_id");
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "app_user"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_workspace_id_notice_id_fkey" FOREIGN KEY ("workspace_id", "notice_id") REFERENCES "notice"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "notice_choice" (
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "in_app" BOOLEAN NOT NULL,
    "by_mail" BOOLEAN NOT NULL,

    CONSTRAINT "notice_choice_pkey" PRIMARY KEY ("user_id", "kind")
);
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "app_user"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A client that is deactivated neither logs in nor calls the API, and comes back as it was.
ALTER TABLE "agency_client" ADD COLUMN "status" TEXT NOT NULL DEFAULT 'active';
DROP TRIGGER actor_change ON agency_client;
CREATE TRIGGER actor_change AFTER UPDATE OF permissions, restricted_categories, status OR DELETE ON agency_client FOR EACH ROW EXECUTE FUNCTION tell_actor_change();

-- Notices are written in the transaction of what they are about, whoever changes it, once for each cause.
CREATE FUNCTION write_notice(p_workspace int, p_client int, p_kind text, p_facts jsonb, p_key text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notice (workspace_id, client_id, kind, facts, dedupe_key) VALUES (p_workspace, p_client, p_kind, p_facts, p_key) ON CONFLICT (workspace_id, dedupe_key) DO NOTHING;
  IF FOUND THEN PERFORM pg_notify('skein_live', p_workspace || ' notices'); END IF;
END
$$;

CREATE FUNCTION notice_of_mailbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_notice(NEW.workspace_id, NEW.client_id, 'mailbox-failing',
    jsonb_build_object('mailbox_id', NEW.id, 'email', NEW.from_email, 'reason', left(coalesce(NEW.smtp_failure_error, NEW.imap_failure_error, ''), 300)),
    'mailbox-failing:' || NEW.id || ':' || extract(epoch FROM NEW.failing_since));
  RETURN NULL;
END
$$;
CREATE TRIGGER notice_failing AFTER UPDATE OF failing_since ON mailbox FOR EACH ROW
  WHEN (OLD.failing_since IS NULL AND NEW.failing_since IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION notice_of_mailbox();

CREATE FUNCTION notice_of_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_notice(NEW.workspace_id, NEW.client_id, CASE NEW.status WHEN 'PAUSED' THEN 'campaign-paused' ELSE 'campaign-completed' END,
    jsonb_build_object('campaign_id', NEW.id, 'name', NEW.name, 'detail', NEW.status_detail),
    CASE NEW.status WHEN 'PAUSED' THEN 'campaign-paused:' ELSE 'campaign-completed:' END || NEW.id || ':' || extract(epoch FROM NEW.status_changed_at));
  RETURN NULL;
END
$$;
CREATE TRIGGER notice_status AFTER UPDATE OF status ON campaign FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND (NEW.status = 'COMPLETED' OR (NEW.status = 'PAUSED' AND NEW.status_reason = 'BOUNCE_GUARD'))) EXECUTE FUNCTION notice_of_campaign();

CREATE FUNCTION notice_of_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_notice(NEW.workspace_id, (SELECT client_id FROM campaign WHERE workspace_id = NEW.workspace_id AND id = NEW.campaign_id), CASE NEW.status WHEN 'FAILED' THEN 'import-failed' ELSE 'import-finished' END,
    jsonb_build_object('upload_id', NEW.id, 'file_name', NEW.file_name, 'campaign_id', NEW.campaign_id, 'counts', NEW.counts, 'rows', NEW.rows_done, 'error', NEW.error),
    'import:' || NEW.id || ':' || NEW.run || ':' || NEW.status);
  RETURN NULL;
END
$$;
CREATE TRIGGER notice_end AFTER UPDATE OF status ON lead_upload FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('COMPLETED', 'FAILED')) EXECUTE FUNCTION notice_of_upload();

-- A webhook that fails says so once a day, not once a delivery.
CREATE FUNCTION notice_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hook record;
BEGIN
  SELECT id, name, client_id INTO hook FROM webhook WHERE workspace_id = NEW.workspace_id AND id = NEW.webhook_id;
  PERFORM write_notice(NEW.workspace_id, hook.client_id, 'webhook-failing', jsonb_build_object('webhook_id', hook.id, 'name', hook.name, 'status', NEW.last_status, 'error', left(coalesce(NEW.last_error, ''), 300)),
    'webhook-failing:' || hook.id || ':' || current_date);
  RETURN NULL;
END
$$;
CREATE TRIGGER notice_given_up AFTER UPDATE OF state ON webhook_delivery FOR EACH ROW
  WHEN (NEW.state = 'FAILED' AND OLD.state IS DISTINCT FROM NEW.state AND NOT NEW.is_test) EXECUTE FUNCTION notice_of_delivery();

SELECT protect_tenant_tables();
