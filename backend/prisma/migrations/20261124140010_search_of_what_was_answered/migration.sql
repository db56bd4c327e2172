-- Most searches of the inbox ask for conversations in which somebody wrote, a twentieth of all. Their leads are marked, once each, so that an
-- index over their texts alone answers (lead_search_replied, the next migration): of a million leads, 3 thousand are looked at instead of 65 thousand.
ALTER TABLE "lead" ADD COLUMN "has_replied" BOOLEAN NOT NULL DEFAULT false;

CREATE FUNCTION mark_replied_lead() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE lead SET has_replied = true WHERE workspace_id = NEW.workspace_id AND id = NEW.lead_id AND NOT has_replied;
  RETURN NULL;
END $$;
CREATE TRIGGER lead_has_replied AFTER INSERT OR UPDATE OF "last_inbound_at", "lead_id" ON "enrolment" FOR EACH ROW WHEN (NEW."last_inbound_at" IS NOT NULL) EXECUTE FUNCTION mark_replied_lead();

-- Conversations with a mail of somebody: by the lead, and by the words that came; the newest ones of each.
-- How common words of mails are the planner cannot tell (measured: 160 rows expected, 100,000 found), so a sample of the newest mails is looked
-- at first, and the newest 5,000 where a tenth of it has the text. Only a text that fewer have is looked for in all; two letters make no trigram.
CREATE FUNCTION search_received(p_workspace int, p_text text, p_limit int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  newest int;
  by_words int[] := '{}';
BEGIN
  IF p_workspace <> coalesce(nullif(current_setting('app.workspace_id', true), '')::int, p_workspace) THEN
    RAISE EXCEPTION 'a search outside of the workspace' USING ERRCODE = '42501';
  END IF;
  FOREACH newest IN ARRAY ARRAY[500, 5000] LOOP
    IF newest = 5000 AND cardinality(by_words) < 50 AND length(p_text) >= 3 THEN CONTINUE; END IF;
    by_words := ARRAY(
      SELECT n.enrolment_id FROM (SELECT m.enrolment_id, m."from_email", m."subject", left(m."text_body", 4000) AS words FROM message m
        WHERE m.workspace_id = p_workspace AND m.direction = 'in' AND m.enrolment_id IS NOT NULL ORDER BY m.at DESC, m.id DESC LIMIT newest) n
      WHERE lower(n."from_email" || ' ' || n."subject" || ' ' || n.words) LIKE pattern);
  END LOOP;
  IF cardinality(by_words) < 500 AND length(p_text) >= 3 THEN
    EXECUTE format(
      'SELECT ARRAY(SELECT m.enrolment_id FROM message m WHERE m.workspace_id = %s AND m.direction = ''in'' AND m.enrolment_id IS NOT NULL
         AND lower(m."from_email" || '' '' || m."subject" || '' '' || left(m."text_body", 4000)) LIKE %L ORDER BY m.at DESC, m.id DESC LIMIT %s)', p_workspace, pattern, p_limit) INTO by_words;
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT DISTINCT found.id FROM (
       (SELECT e.id FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = %1$s AND l.workspace_id = %1$s AND e.last_inbound_at IS NOT NULL AND l.has_replied
          AND lower(l."email" || '' '' || coalesce(l."first_name", '''') || '' '' || coalesce(l."last_name", '''') || '' '' || coalesce(l."company_name", '''')) LIKE %2$L ORDER BY e.last_inbound_at DESC, e.id DESC LIMIT %3$s)
       UNION ALL SELECT unnest($1)
     ) found', p_workspace, pattern, p_limit) USING by_words;
END $$;

-- The same, and conversations that were only sent, by the lead: the parts are ordered as an index is, so that for a common text the planner
-- walks that index until it has enough, and for a rare one takes the trigram index.
CREATE OR REPLACE FUNCTION search_conversations(p_workspace int, p_text text, p_limit int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT found.id FROM search_received(%1$s, %4$L, %3$s) AS found(id) UNION
       (SELECT e.id FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = %1$s AND l.workspace_id = %1$s AND e.last_sent_at IS NOT NULL
          AND lower(l."email" || '' '' || coalesce(l."first_name", '''') || '' '' || coalesce(l."last_name", '''') || '' '' || coalesce(l."company_name", '''')) LIKE %2$L ORDER BY e.last_sent_at DESC, e.id DESC LIMIT %3$s)', p_workspace, pattern, p_limit, p_text);
END $$;

-- A campaign's leads by a text, newest first. A campaign of up to 10,000 leads is walked, in pieces, each by one pass over the index of leads. In a larger one a text
-- is looked for by trigrams where the planner expects few such leads in the workspace, and by walking from the newest where it expects many, as the planner
-- does it best. (EXPLAIN makes the function volatile.) Where the text has no space it lies within one field, which is compared at a third of what
-- putting the fields together costs; the forms of both conditions of a walk keep the planner from gathering all leads that match.
CREATE OR REPLACE FUNCTION search_enrolments(p_workspace int, p_campaign int, p_text text, p_before int, p_limit int) RETURNS SETOF int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  whole text := 'lower(l."email" || '' '' || coalesce(l."first_name", '''') || '' '' || coalesce(l."last_name", '''') || '' '' || coalesce(l."company_name", ''''))';
  walked text := format(CASE WHEN strpos(p_text, ' ') = 0 THEN '(l."email" LIKE %1$L OR lower(l."first_name") LIKE %1$L OR lower(l."last_name") LIKE %1$L OR lower(l."company_name") LIKE %1$L)' ELSE whole || ' || '''' LIKE %1$L' END, pattern);
  place int := coalesce(p_before, 2147483647);
  missing int := p_limit;
  leads int[];
  hits int[];
  expected json;
BEGIN
  IF p_workspace <> coalesce(nullif(current_setting('app.workspace_id', true), '')::int, p_workspace) THEN
    RAISE EXCEPTION 'a search outside of the workspace' USING ERRCODE = '42501';
  END IF;
  IF (SELECT coalesce(sum(c.leads), 0) FROM lead_count c WHERE c.workspace_id = p_workspace AND c.campaign_id = p_campaign) > 10000 THEN
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM lead l WHERE l.workspace_id = %s AND %s LIKE %L', p_workspace, whole, pattern) INTO expected;
    RETURN QUERY EXECUTE format(
      'SELECT e.id FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = %1$s AND l.workspace_id = %1$s AND e.campaign_id = %2$s AND e.id < %3$s AND %4$s ORDER BY e.id DESC LIMIT %5$s',
      p_workspace, p_campaign, place, CASE WHEN (expected -> 0 -> 'Plan' ->> 'Plan Rows')::float > 2000 THEN walked ELSE format('%s LIKE %L', whole, pattern) END, missing);
    RETURN;
  END IF;
  WHILE missing > 0 LOOP
    SELECT array_agg(w.lead_id), min(w.id) INTO leads, place FROM (SELECT e.id, e.lead_id FROM enrolment e WHERE e.workspace_id = p_workspace AND e.campaign_id = p_campaign AND e.id < place ORDER BY e.id DESC LIMIT 2000) w;
    EXIT WHEN leads IS NULL;
    EXECUTE format('SELECT ARRAY(SELECT l.id FROM lead l WHERE l.workspace_id = %s AND l.id = ANY($1) AND %s)', p_workspace, walked) INTO hits USING leads;
    RETURN QUERY SELECT e.id FROM enrolment e WHERE e.workspace_id = p_workspace AND e.campaign_id = p_campaign AND e.lead_id = ANY(hits) ORDER BY e.id DESC LIMIT missing;
    missing := missing - cardinality(hits);
    EXIT WHEN cardinality(leads) < 2000;
  END LOOP;
END $$;

-- How many leads each list has, and how many of them are in a running sequence. Leads of a list came together mostly, so the index of the leads' states is read between
-- the first and the last of them only; and nothing through row-level security, which would read the row of every member. Lists of others are not counted.
CREATE FUNCTION count_members(p_workspace int, p_lists int[]) RETURNS TABLE (list_id int, leads int, active int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  list record;
BEGIN
  IF p_workspace <> coalesce(nullif(current_setting('app.workspace_id', true), '')::int, p_workspace) THEN
    RAISE EXCEPTION 'a count outside of the workspace' USING ERRCODE = '42501';
  END IF;
  FOR list IN SELECT t.id, (SELECT min(m.lead_id) FROM lead_list_member m WHERE m.list_id = t.id) AS first, (SELECT max(m.lead_id) FROM lead_list_member m WHERE m.list_id = t.id) AS last FROM lead_list t WHERE t.workspace_id = p_workspace AND t.id = ANY(p_lists) LOOP
    list_id := list.id;
    SELECT count(*) INTO leads FROM lead_list_member m WHERE m.list_id = list.id;
    active := 0;
    IF leads > 0 THEN
      EXECUTE format(
        'SELECT count(*)::int FROM lead_list_member m WHERE m.list_id = %s AND EXISTS (SELECT FROM enrolment e WHERE e.workspace_id = %s AND e.lead_id = m.lead_id AND e.lead_id BETWEEN %s AND %s AND e.status IN (''STARTED'', ''INPROGRESS'', ''PAUSED''))',
        list.id, p_workspace, list.first, list.last) INTO active;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION search_received(int, text, int), count_members(int, int[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_received(int, text, int), count_members(int, int[]) TO skein_app, skein_system;
