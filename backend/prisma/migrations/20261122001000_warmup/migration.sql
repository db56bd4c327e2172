-- Warmup: what the loop knows of a mailbox, its mails, and the mailboxes of the pool. Warmup mails are no intents and no
-- messages, so that no figure, inbox or webhook of campaigns can ever count one.
CREATE TABLE "warmup_mailbox" (
    "mailbox_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "next_plan_at" TIMESTAMPTZ(3) NOT NULL,
    "planned_day" TEXT,
    "planned_amount" INTEGER NOT NULL DEFAULT 0,
    "ramp_day" INTEGER NOT NULL DEFAULT 0,
    "blocked_reason" TEXT,
    "blocked_at" TIMESTAMPTZ(3),

    CONSTRAINT "warmup_mailbox_pkey" PRIMARY KEY ("mailbox_id")
);
CREATE TABLE "warmup_mail" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'OPENER',
    "from_mailbox_id" INTEGER,
    "to_mailbox_id" INTEGER,
    "from_email" TEXT NOT NULL,
    "from_name" TEXT NOT NULL DEFAULT '',
    "to_email" TEXT NOT NULL,
    "reply_to_id" BIGINT,
    "day" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'PLANNED',
    "send_at" TIMESTAMPTZ(3) NOT NULL,
    "message_id" TEXT NOT NULL,
    "envelope_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body_text" TEXT NOT NULL,
    "fencing_token" BIGINT NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "failure_text" TEXT,
    "look_at" TIMESTAMPTZ(3),
    "looks" INTEGER NOT NULL DEFAULT 0,
    "landed" TEXT,
    "landed_at" TIMESTAMPTZ(3),
    "rescued_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "is_important" BOOLEAN NOT NULL DEFAULT false,
    "replied_at" TIMESTAMPTZ(3),
    "bounced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "warmup_mail_pkey" PRIMARY KEY ("id")
);
-- Of the installation, not of a workspace: mailboxes that anybody's warmup may write to, and that answer by themselves.
CREATE TABLE "warmup_pool_member" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "pool" TEXT NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "servers" JSONB NOT NULL,
    "sealed_password" BYTEA NOT NULL,

    CONSTRAINT "warmup_pool_member_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "warmup_mailbox_next_plan_at_idx" ON "warmup_mailbox"("next_plan_at");
CREATE UNIQUE INDEX "warmup_mail_message_id_key" ON "warmup_mail"("message_id");
CREATE UNIQUE INDEX "warmup_mail_reply_to_id_key" ON "warmup_mail"("reply_to_id");
CREATE INDEX "warmup_mail_envelope_id_idx" ON "warmup_mail"("envelope_id");
CREATE INDEX "warmup_mail_workspace_id_from_mailbox_id_sent_at_idx" ON "warmup_mail"("workspace_id", "from_mailbox_id", "sent_at");
CREATE INDEX "warmup_mail_workspace_id_to_mailbox_id_sent_at_idx" ON "warmup_mail"("workspace_id", "to_mailbox_id", "sent_at");
CREATE INDEX "warmup_mail_due" ON "warmup_mail" ("send_at") WHERE "state" = 'PLANNED';
CREATE INDEX "warmup_mail_submitting" ON "warmup_mail" ("leased_until") WHERE "state" = 'SUBMITTING';
CREATE INDEX "warmup_mail_to_look_for" ON "warmup_mail" ("look_at") WHERE "look_at" IS NOT NULL;
CREATE UNIQUE INDEX "warmup_pool_member_email_key" ON "warmup_pool_member"("email");

ALTER TABLE "warmup_mailbox" ADD CONSTRAINT "warmup_mailbox_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "warmup_mail" ADD CONSTRAINT "warmup_mail_workspace_id_from_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "from_mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "warmup_mail" ADD CONSTRAINT "warmup_mail_workspace_id_to_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "to_mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

GRANT SELECT, INSERT, UPDATE, DELETE ON "warmup_mailbox", "warmup_mail" TO skein_app, skein_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON "warmup_pool_member" TO skein_system;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO skein_app, skein_system;
SELECT protect_tenant_tables();
