-- How many leads a campaign has, by state: the sum of these rows. Lists of campaigns counted all places of leads instead (900,000 for 300 campaigns).
-- Deliberate: what changes is written beside, never over, so that nobody waits for the row of a campaign; a batch of new leads takes up the rows that nobody holds, and
-- a job does so every minute. Deliberate: no foreign keys, whose check would lock the campaign's row with each mail; what is deleted takes its rows along by its negative numbers.
CREATE TABLE "lead_count" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "leads" INTEGER NOT NULL,

    CONSTRAINT "lead_count_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "lead_count_workspace_id_campaign_id_status_idx" ON "lead_count" ("workspace_id", "campaign_id", "status");
GRANT SELECT, INSERT, UPDATE, DELETE ON "lead_count" TO skein_app, skein_system;
GRANT USAGE, SELECT ON SEQUENCE "lead_count_id_seq" TO skein_app, skein_system;
SELECT protect_tenant_tables();

-- Leads that were put into campaigns or taken out of them, a statement at a time.
CREATE FUNCTION count_placed_leads() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  WITH part AS (SELECT p.workspace_id, p.campaign_id, p.status, CASE WHEN TG_OP = 'DELETE' THEN -count(*) ELSE count(*) END AS leads FROM placed p GROUP BY 1, 2, 3),
    taken AS (DELETE FROM lead_count WHERE id IN (SELECT c.id FROM lead_count c JOIN part USING (workspace_id, campaign_id, status) FOR UPDATE OF c SKIP LOCKED) RETURNING workspace_id, campaign_id, status, leads)
  INSERT INTO lead_count (workspace_id, campaign_id, status, leads)
  SELECT a.workspace_id, a.campaign_id, a.status, sum(a.leads) FROM (SELECT * FROM part UNION ALL SELECT * FROM taken) a GROUP BY 1, 2, 3 HAVING sum(a.leads) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER leads_counted_in AFTER INSERT ON "enrolment" REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION count_placed_leads();
CREATE TRIGGER leads_counted_out AFTER DELETE ON "enrolment" REFERENCING OLD TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION count_placed_leads();

-- A lead that changed its state: twice or so in its life, so that other changes pay nothing for it.
CREATE FUNCTION count_moved_lead() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO lead_count (workspace_id, campaign_id, status, leads) VALUES (OLD.workspace_id, OLD.campaign_id, OLD.status, -1), (NEW.workspace_id, NEW.campaign_id, NEW.status, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER lead_counted_over AFTER UPDATE OF "status", "campaign_id" ON "enrolment" FOR EACH ROW WHEN (OLD."status" <> NEW."status" OR OLD."campaign_id" <> NEW."campaign_id") EXECUTE FUNCTION count_moved_lead();

-- The triggers hold writers off until here.
INSERT INTO "lead_count" ("workspace_id", "campaign_id", "status", "leads") SELECT "workspace_id", "campaign_id", "status", count(*) FROM "enrolment" GROUP BY 1, 2, 3;
