-- Conversations with a text: those that search_received finds, and those that were only sent, by the lead. The latter are ordered as an index
-- is: for a common text the planner walks that index until it has enough, for a rare one it takes the trigram index. search_received checks
-- the workspace.
create or replace function search_conversations(p_workspace int, p_text text, p_limit int)
returns setof int
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  return query execute format(
    $query$
      select found.id
      from search_received(%1$s, %4$L, %3$s) as found(id)
      union
      (
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
    p_workspace, pattern, p_limit, p_text
  );
end
$$;

revoke all on function search_conversations from public;
grant execute on function search_conversations to skein_app, skein_system;
