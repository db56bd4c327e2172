-- A campaign's leads by a text, newest first. Either they are walked from the newest, in pieces that grow: the places of a piece are read in enrolment_by_campaign alone, and its leads
-- in one pass; or leads with the text are looked for by trigrams in the workspace, and then whether they are in the campaign. Which is cheaper is told by how many leads
-- of the workspace the planner expects to have the text: a lead that trigrams find costs about 2 µs, a place of the campaign 0.2, and the trigrams themselves some 30 ms. A lead of a walk
-- costs 2.5 µs and counts as 4, since the leads with the text may be the oldest ones: a walk may become longer than expected, a search by trigrams does not.
-- (EXPLAIN makes the function volatile.) One process does it: three that share the walk, as the planner had it, cost three times as much.
-- Where the text has no space it lies within one field, which is compared at a third of what putting the fields together costs.
CREATE OR REPLACE FUNCTION search_enrolments(p_workspace int, p_campaign int, p_text text, p_before int, p_limit int) RETURNS SETOF int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  whole text := 'lower(l."email" || '' '' || coalesce(l."first_name", '''') || '' '' || coalesce(l."last_name", '''') || '' '' || coalesce(l."company_name", ''''))';
  walked text := format(CASE WHEN strpos(p_text, ' ') = 0 THEN '(l."email" LIKE %1$L OR lower(l."first_name") LIKE %1$L OR lower(l."last_name") LIKE %1$L OR lower(l."company_name") LIKE %1$L)' ELSE whole || ' || '''' LIKE %1$L' END, pattern);
  place int := coalesce(p_before, 2147483647);
  missing int := p_limit;
  step int := 2000;
  places bigint;
  plan json;
  leads_in_all float;
  expected float;
  leads int[];
  hits int[];
BEGIN
  IF p_workspace <> coalesce(nullif(current_setting('app.workspace_id', true), '')::int, p_workspace) THEN
    RAISE EXCEPTION 'a search outside of the workspace' USING ERRCODE = '42501';
  END IF;
  places := (SELECT coalesce(sum(c.leads), 0) FROM lead_count c WHERE c.workspace_id = p_workspace AND c.campaign_id = p_campaign);
  IF places > 10000 THEN
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM lead l WHERE l.workspace_id = %s', p_workspace) INTO plan;
    leads_in_all := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float;
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM lead l WHERE l.workspace_id = %s AND %s LIKE %L', p_workspace, whole, pattern) INTO plan;
    expected := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float;
    IF 4 * least(places, missing * leads_in_all / greatest(expected, 1)) > 30000 + 0.2 * places + 2 * expected THEN
      RETURN QUERY EXECUTE format(
        'SELECT e.id FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = %1$s AND l.workspace_id = %1$s AND e.campaign_id = %2$s AND e.id < %3$s AND %4$s LIKE %5$L ORDER BY e.id DESC LIMIT %6$s',
        p_workspace, p_campaign, place, whole, pattern, missing);
      RETURN;
    END IF;
  END IF;
  WHILE missing > 0 LOOP
    SELECT array_agg(w.lead_id), min(w.id) INTO leads, place FROM (SELECT e.id, e.lead_id FROM enrolment e WHERE e.workspace_id = p_workspace AND e.campaign_id = p_campaign AND e.id < place ORDER BY e.id DESC LIMIT step) w;
    EXIT WHEN leads IS NULL;
    -- Behind a SELECT the planner does not look at each of the ids.
    EXECUTE format('SELECT ARRAY(SELECT l.id FROM lead l WHERE l.workspace_id = %s AND l.id = ANY((SELECT $1)::int[]) AND %s)', p_workspace, walked) INTO hits USING leads;
    RETURN QUERY SELECT e.id FROM enrolment e WHERE e.workspace_id = p_workspace AND e.campaign_id = p_campaign AND e.lead_id = ANY(hits) ORDER BY e.id DESC LIMIT missing;
    missing := missing - cardinality(hits);
    EXIT WHEN cardinality(leads) < step;
    step := least(step * 2, 16000);
  END LOOP;
END $$;
