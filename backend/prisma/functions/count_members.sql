-- How many leads each list has, and how many of them are in a running sequence. The leads of a list mostly came together, so only the part of
-- the index between the first and the last of them is read. Runs as the owner, because row-level security would read the row of every member;
-- a session that is bound to a workspace gets no other workspace's numbers.
create or replace function count_members(p_workspace int, p_lists int[])
returns table (list_id int, leads int, active int)
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
declare
  list record;
begin
  perform require_workspace(p_workspace);

  for list in
    select t.id,
      (select min(m.lead_id) from lead_list_member m where m.list_id = t.id) as first,
      (select max(m.lead_id) from lead_list_member m where m.list_id = t.id) as last
    from lead_list t
    where t.workspace_id = p_workspace
      and t.id = any(p_lists)
  loop
    list_id := list.id;
    select count(*)
    into leads
    from lead_list_member m
    where m.list_id = list.id;
    active := 0;
    if leads > 0 then
      -- Literals, so that the planner knows how far apart the first and the last lead are.
      execute format(
        $query$
          select count(*)::int
          from lead_list_member m
          where m.list_id = %s
            and exists (
              select
              from enrolment e
              where e.workspace_id = %s
                and e.lead_id = m.lead_id
                and e.lead_id between %s and %s
                and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
            )
        $query$,
        list.id, p_workspace, list.first, list.last
      )
      into active;
    end if;
    return next;
  end loop;
end
$$;

revoke all on function count_members from public;
grant execute on function count_members to skein_app, skein_system;
