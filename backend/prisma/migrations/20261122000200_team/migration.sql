-- The team: invitations, and what is assigned to members with limited access (market.md 2, item 16).
CREATE TABLE "team_invitation" (
    "id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by" INTEGER NOT NULL,
    "token_hash" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "campaign_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "client_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "mailbox_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_invitation_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "team_invitation_token_hash_key" ON "team_invitation"("token_hash");
CREATE UNIQUE INDEX "team_invitation_workspace_id_email_key" ON "team_invitation"("workspace_id", "email");
ALTER TABLE "team_invitation" ADD CONSTRAINT "team_invitation_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "member_assignment" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "campaign_id" INTEGER,
    "client_id" INTEGER,
    "mailbox_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_assignment_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "member_assignment_one" CHECK (num_nonnulls("campaign_id", "client_id", "mailbox_id") = 1)
);
CREATE UNIQUE INDEX "member_assignment_workspace_id_user_id_campaign_id_key" ON "member_assignment"("workspace_id", "user_id", "campaign_id");
CREATE UNIQUE INDEX "member_assignment_workspace_id_user_id_client_id_key" ON "member_assignment"("workspace_id", "user_id", "client_id");
CREATE UNIQUE INDEX "member_assignment_workspace_id_user_id_mailbox_id_key" ON "member_assignment"("workspace_id", "user_id", "mailbox_id");
CREATE INDEX "member_assignment_campaign_id_idx" ON "member_assignment"("campaign_id");
CREATE INDEX "member_assignment_client_id_idx" ON "member_assignment"("client_id");
CREATE INDEX "member_assignment_mailbox_id_idx" ON "member_assignment"("mailbox_id");
ALTER TABLE "member_assignment" ADD CONSTRAINT "member_assignment_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "app_user"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "member_assignment" ADD CONSTRAINT "member_assignment_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "member_assignment" ADD CONSTRAINT "member_assignment_workspace_id_client_id_fkey" FOREIGN KEY ("workspace_id", "client_id") REFERENCES "agency_client"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "member_assignment" ADD CONSTRAINT "member_assignment_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
GRANT SELECT, INSERT, UPDATE, DELETE ON "team_invitation", "member_assignment" TO skein_app, skein_system;

-- What a member with limited access sees: assigned to them, made by them, or of a client that is assigned to them. The one place
-- where this rule is written; it runs with the rights of whoever asks, so row-level security holds.
CREATE FUNCTION member_campaigns(p_member int) RETURNS SETOF int LANGUAGE sql STABLE AS $$
  SELECT c.id FROM app_user u JOIN campaign c ON c.workspace_id = u.workspace_id
  WHERE u.id = p_member AND (c.created_by = u.id OR c.team_member_id = u.id
    OR EXISTS (SELECT FROM member_assignment a WHERE a.workspace_id = u.workspace_id AND a.user_id = u.id AND (a.campaign_id = c.id OR a.client_id = c.client_id)))
$$;
CREATE FUNCTION member_mailboxes(p_member int) RETURNS SETOF int LANGUAGE sql STABLE AS $$
  SELECT m.id FROM app_user u JOIN mailbox m ON m.workspace_id = u.workspace_id
  WHERE u.id = p_member AND (m.created_by = u.id
    OR EXISTS (SELECT FROM member_assignment a WHERE a.workspace_id = u.workspace_id AND a.user_id = u.id AND (a.mailbox_id = m.id OR a.client_id = m.client_id)))
$$;

SELECT protect_tenant_tables();
