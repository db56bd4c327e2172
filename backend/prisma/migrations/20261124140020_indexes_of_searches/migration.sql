-- no-transaction
-- Leads that wrote something, marked beside running workers; those that write from now on are marked by the trigger of the migration before.
UPDATE "lead" l SET "has_replied" = true WHERE NOT "has_replied" AND EXISTS (SELECT FROM "enrolment" e WHERE e."workspace_id" = l."workspace_id" AND e."lead_id" = l."id" AND e."last_inbound_at" IS NOT NULL);
DROP INDEX CONCURRENTLY IF EXISTS "lead_search_replied";
CREATE INDEX CONCURRENTLY "lead_search_replied" ON "lead" USING gin ((lower("email" || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("company_name", ''))) gin_trgm_ops) WHERE "has_replied";
-- Positive replies of a campaign are counted in this index alone: the row of each lead with a category was read for it (22,000 pages for fifty campaigns).
-- A category is given with a reply or by a person, so no sent mail changes it.
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_categories";
CREATE INDEX CONCURRENTLY "enrolment_categories" ON "enrolment" ("workspace_id", "campaign_id", "category_id", "id") INCLUDE ("reply_count") WHERE "category_id" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "enrolment_category";
