-- What the lists of campaigns, leads and imports look for.
CREATE INDEX "enrolment_by_campaign" ON "enrolment" ("campaign_id", "id");
CREATE INDEX "enrolment_replied" ON "enrolment" ("campaign_id", "id") WHERE "first_reply_at" IS NOT NULL;
CREATE INDEX "enrolment_category" ON "enrolment" ("campaign_id", "category_id", "id") WHERE "category_id" IS NOT NULL;
CREATE INDEX "lead_upload_of" ON "lead" ("upload_id") WHERE "upload_id" IS NOT NULL;
CREATE INDEX "suppression_newest" ON "suppression" ("workspace_id", "id" DESC);

-- Progress of an import between two processes: how many rows of the file are behind, and who reads it now.
ALTER TABLE "lead_upload" ADD COLUMN "has_estimate" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "lead_upload" ADD COLUMN "run" INTEGER NOT NULL DEFAULT 0;

-- A mapping that somebody asked to remember, by the header it was made for.
CREATE TABLE "upload_mapping" (
    "workspace_id" INTEGER NOT NULL,
    "header_hash" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upload_mapping_pkey" PRIMARY KEY ("workspace_id", "header_hash")
);
ALTER TABLE "upload_mapping" ADD CONSTRAINT "upload_mapping_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who receives the mail of a domain, by its MX records; the same for every workspace, so it carries none.
CREATE TABLE "mail_domain" (
    "domain" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_domain_pkey" PRIMARY KEY ("domain")
);
GRANT SELECT, INSERT, UPDATE, DELETE ON "upload_mapping", "mail_domain" TO skein_app, skein_system;

-- Text search over leads, newest first. LIKE is not leakproof, so that under row-level security the trigram index is not
-- used (measured: 334 ms against 5 to 24 ms). These run as the owner, who belongs to skein_system, and take the workspace; where the
-- session is bound to a workspace they answer for no other. The text stands as a literal so that the planner sees how
-- selective it is: a rare text takes the trigram index, a common one walks by id.
CREATE FUNCTION search_leads(p_workspace int, p_text text, p_before int, p_limit int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_workspace <> coalesce(nullif(current_setting('app.workspace_id', true), '')::int, p_workspace) THEN
    RAISE EXCEPTION 'a search outside of the workspace' USING ERRCODE = '42501';
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT id FROM lead WHERE workspace_id = %s AND id < %s AND lower("email" || '' '' || coalesce("first_name", '''') || '' '' || coalesce("last_name", '''') || '' '' || coalesce("company_name", '''')) LIKE %L ORDER BY id DESC LIMIT %s',
    p_workspace, coalesce(p_before, 2147483647), '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%', p_limit);
END $$;

CREATE FUNCTION search_enrolments(p_workspace int, p_campaign int, p_text text, p_before int, p_limit int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_workspace <> coalesce(nullif(current_setting('app.workspace_id', true), '')::int, p_workspace) THEN
    RAISE EXCEPTION 'a search outside of the workspace' USING ERRCODE = '42501';
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT e.id FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = %s AND l.workspace_id = %s AND e.campaign_id = %s AND e.id < %s AND lower(l."email" || '' '' || coalesce(l."first_name", '''') || '' '' || coalesce(l."last_name", '''') || '' '' || coalesce(l."company_name", '''')) LIKE %L ORDER BY e.id DESC LIMIT %s',
    p_workspace, p_workspace, p_campaign, coalesce(p_before, 2147483647), '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%', p_limit);
END $$;
REVOKE ALL ON FUNCTION search_leads(int, text, int, int) FROM PUBLIC;
REVOKE ALL ON FUNCTION search_enrolments(int, int, text, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_leads(int, text, int, int) TO skein_app, skein_system;
GRANT EXECUTE ON FUNCTION search_enrolments(int, int, text, int, int) TO skein_app, skein_system;
SELECT protect_tenant_tables();
-- Which addresses of the file came before: the first row of an address decides, the later ones are its duplicates.
CREATE INDEX "upload_row_email" ON "upload_row" ("upload_id", "email") WHERE "email" IS NOT NULL;
