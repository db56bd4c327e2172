-- Conversations with a text: those that search_received finds, with what was written on LinkedIn, and those that were only sent, by the lead. The latter are ordered as an index
-- is: for a common text the planner walks that index until it has enough, for a rare one it takes the trigram index. A 0 says that older ones
-- were left out, as in search_received, which checks the workspace.
create or replace function search_conversations(p_workspace int, p_text text, p_limit int)
returns setof int
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  by_lead int[];
begin
  execute format(
    $query$
      select array(
        select e.id
        from enrolment e
        join lead l on l.id = e.lead_id
        where e.workspace_id = %1$s
          and l.workspace_id = %1$s
          and e.last_sent_at is not null
          and lower(
            l.email || ' ' || coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, '') || ' ' || coalesce(l.company_name, '')
          ) like %2$L
        order by e.last_sent_at desc, e.id desc
        limit %3$s
      )
    $query$,
    p_workspace, pattern, p_limit
  )
  into by_lead;

  return query
  select found.id
  from search_received(p_workspace, p_text, p_limit) as found(id)
  union
  select other.id
  from unnest(by_lead || case when cardinality(by_lead) >= p_limit then array[0] else '{}' end) as other(id);
end
$$;

revoke all on function search_conversations from public;
grant execute on function search_conversations to skein_app, skein_system;
