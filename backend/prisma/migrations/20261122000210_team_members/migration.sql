-- Members and open invitations as one list, for the main service and the data-query service. It reads with the rights of whoever
-- asks, so row-level security holds. Clients of the agency and their people are no members.
CREATE VIEW "team_member" WITH (security_invoker = true) AS
  SELECT u.id, u.workspace_id, coalesce(u.name, split_part(u.email, '@', 1)) AS name, u.email, u.role, u.status, u.profile_pic_url,
    (SELECT count(*)::int FROM member_assignment a WHERE a.workspace_id = u.workspace_id AND a.user_id = u.id) AS assigned, u.last_login_at, u.created_at, NULL::timestamptz AS invitation_expires_at
  FROM app_user u WHERE u.client_id IS NULL
  UNION ALL
  SELECT i.id, i.workspace_id, split_part(i.email, '@', 1), i.email, i.role, 'invited', NULL, cardinality(i.campaign_ids) + cardinality(i.client_ids) + cardinality(i.mailbox_ids), NULL, i.created_at, i.expires_at
  FROM team_invitation i;
GRANT SELECT ON "team_member" TO skein_app, skein_system;
