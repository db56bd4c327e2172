-- Keeps lead_count right when one lead changes its status or its campaign. That happens about twice in a lead's life, so other changes of an
-- enrolment pay nothing for the counts.
create or replace function count_moved_lead()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  insert into lead_count (workspace_id, campaign_id, status, leads)
  values (old.workspace_id, old.campaign_id, old.status, -1),
    (new.workspace_id, new.campaign_id, new.status, 1);
  return null;
end
$$;
