-- What the master inbox and the sync of mailboxes look for.
DROP INDEX IF EXISTS "enrolment_inbox";
CREATE INDEX "enrolment_inbox" ON "enrolment" ("workspace_id", "last_inbound_at" DESC, "id" DESC) INCLUDE ("is_read", "is_important", "is_archived", "snoozed_until", "category_id", "assigned_user_id", "campaign_id") WHERE "last_inbound_at" IS NOT NULL;
CREATE INDEX "enrolment_mailed" ON "enrolment" ("workspace_id", "last_sent_at" DESC, "id" DESC) WHERE "last_sent_at" IS NOT NULL;
CREATE INDEX "enrolment_important" ON "enrolment" ("workspace_id", "id") WHERE "is_important";
CREATE INDEX "enrolment_snoozed" ON "enrolment" ("workspace_id", "snoozed_until") WHERE "snoozed_until" IS NOT NULL;
CREATE INDEX "enrolment_assigned" ON "enrolment" ("workspace_id", "assigned_user_id", "id") WHERE "assigned_user_id" IS NOT NULL;
CREATE INDEX "intent_provider_message" ON "intent" ("workspace_id", "provider_message_id") WHERE "provider_message_id" IS NOT NULL;
CREATE INDEX "intent_envelope" ON "intent" ("envelope_id");
CREATE INDEX "intent_by_hand" ON "intent" ("workspace_id", "send_at") WHERE "kind" IN ('REPLY', 'FORWARD') AND "state" IN ('RESERVED', 'SUBMITTING', 'FAILED');
CREATE INDEX "reminder_of_workspace" ON "reminder" ("workspace_id", "remind_at");
CREATE INDEX "reminder_of_conversation" ON "reminder" ("enrolment_id");
CREATE INDEX "message_newest_in" ON "message" ("enrolment_id", "at" DESC, "id" DESC) WHERE "direction" = 'in';
CREATE INDEX "message_search" ON "message" USING gin ((lower("from_email" || ' ' || "subject" || ' ' || left("text_body", 4000))) gin_trgm_ops) WHERE "direction" = 'in' AND "enrolment_id" IS NOT NULL;
CREATE INDEX "mailbox_sync" ON "mailbox" ("sync_leased_until") WHERE "deleted_at" IS NULL;

-- Conversations whose lead, or whose received mail, has this text; at most p_limit of them, the newest of each kind first. It runs as the owner
-- and is bound to a workspace for the same reason as search_leads: under row-level security the trigram indexes would not be used.
CREATE FUNCTION search_conversations(p_workspace int, p_text text, p_limit int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
BEGIN
  IF p_workspace <> coalesce(nullif(current_setting('app.workspace_id', true), '')::int, p_workspace) THEN
    RAISE EXCEPTION 'a search outside of the workspace' USING ERRCODE = '42501';
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT DISTINCT found.id FROM (
       (SELECT e.id FROM lead l JOIN enrolment e ON e.lead_id = l.id WHERE l.workspace_id = %1$s AND e.workspace_id = %1$s AND (e.last_inbound_at IS NOT NULL OR e.last_sent_at IS NOT NULL)
          AND lower(l."email" || '' '' || coalesce(l."first_name", '''') || '' '' || coalesce(l."last_name", '''') || '' '' || coalesce(l."company_name", '''')) LIKE %2$L ORDER BY e.last_inbound_at DESC NULLS LAST, e.id DESC LIMIT %3$s)
       UNION ALL
       (SELECT m.enrolment_id FROM message m WHERE m.workspace_id = %1$s AND m.direction = ''in'' AND m.enrolment_id IS NOT NULL
          AND lower(m."from_email" || '' '' || m."subject" || '' '' || left(m."text_body", 4000)) LIKE %2$L ORDER BY m.at DESC LIMIT %3$s)
     ) found', p_workspace, pattern, p_limit);
END $$;
REVOKE ALL ON FUNCTION search_conversations(int, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_conversations(int, text, int) TO skein_app, skein_system;
