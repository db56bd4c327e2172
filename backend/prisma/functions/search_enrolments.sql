-- A campaign's leads with a text, newest first. Either they are walked from the newest, in pieces that grow: the index enrolment_of_campaign
-- alone answers which leads a piece has, and the leads are read in one pass; or the leads with the text are looked up by trigrams in the
-- workspace, and then whether they are in the campaign. Which is cheaper depends on how many leads of the workspace the planner expects to have
-- the text (measured: a lead that trigrams find costs about 2 µs, an enrolment of the campaign 0.2 µs, the trigrams themselves some 30 ms; a
-- lead of a walk costs 2.5 µs and counts as 4, because the leads with the text may be the oldest: a walk may become longer than expected, a
-- search by trigrams does not).
-- EXPLAIN makes the function volatile. One process does it: three that share the walk cost three times as much.
-- A text without a space lies within one field, and comparing the fields one by one costs a third of comparing them put together.
create or replace function search_enrolments(p_workspace int, p_campaign int, p_text text, p_before int, p_limit int)
returns setof int
language plpgsql
volatile
security definer
set search_path = public, pg_temp
set max_parallel_workers_per_gather = 0
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  whole text := $field$
    lower(l.email || ' ' || coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, '') || ' ' || coalesce(l.company_name, ''))
  $field$;
  -- Behind "|| ''" the expression is no longer that of the trigram index, which the walk must not use.
  walked text := format(
    case
      when strpos(p_text, ' ') = 0 then
        '(l.email like %1$L or lower(l.first_name) like %1$L or lower(l.last_name) like %1$L or lower(l.company_name) like %1$L)'
      else whole || ' || '''' like %1$L'
    end,
    pattern
  );
  place int := coalesce(p_before, 2147483647);
  missing int := p_limit;
  step int := 2000;
  places bigint;
  plan json;
  leads_in_all float;
  expected float;
  leads int[];
  hits int[];
begin
  perform require_workspace(p_workspace);

  places := (
    select coalesce(sum(c.leads), 0)
    from lead_count c
    where c.workspace_id = p_workspace
      and c.campaign_id = p_campaign
  );
  if places > 10000 then
    execute format('explain (format json) select from lead l where l.workspace_id = %s', p_workspace)
    into plan;
    leads_in_all := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float;
    execute format(
      'explain (format json) select from lead l where l.workspace_id = %s and %s like %L',
      p_workspace, whole, pattern
    )
    into plan;
    expected := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float;
    if 4 * least(places, missing * leads_in_all / greatest(expected, 1)) > 30000 + 0.2 * places + 2 * expected then
      return query execute format(
        $query$
          select e.id
          from enrolment e
          join lead l on l.id = e.lead_id
          where e.workspace_id = %1$s
            and l.workspace_id = %1$s
            and e.campaign_id = %2$s
            and e.id < %3$s
            and %4$s like %5$L
          order by e.id desc
          limit %6$s
        $query$,
        p_workspace, p_campaign, place, whole, pattern, missing
      );
      return;
    end if;
  end if;

  while missing > 0 loop
    select array_agg(w.lead_id), min(w.id)
    into leads, place
    from (
      select e.id, e.lead_id
      from enrolment e
      where e.workspace_id = p_workspace
        and e.campaign_id = p_campaign
        and e.id < place
      order by e.id desc
      limit step
    ) w;
    exit when leads is null;
    -- Inside a subquery the planner does not look at each of the ids.
    execute format(
      $query$
        select array(
          select l.id
          from lead l
          where l.workspace_id = %s
            and l.id = any((select $1)::int[])
            and %s
        )
      $query$,
      p_workspace, walked
    )
    into hits
    using leads;
    return query
      select e.id
      from enrolment e
      where e.workspace_id = p_workspace
        and e.campaign_id = p_campaign
        and e.lead_id = any(hits)
      order by e.id desc
      limit missing;
    missing := missing - cardinality(hits);
    exit when cardinality(leads) < step;
    step := least(step * 2, 16000);
  end loop;
end
$$;

revoke all on function search_enrolments from public;
grant execute on function search_enrolments to skein_app, skein_system;
