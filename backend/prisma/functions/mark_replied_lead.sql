-- Marks a lead once when it writes for the first time. Most searches of the inbox ask for conversations with a reply, about a twentieth of all:
-- the index lead_search_replied holds these leads alone.
create or replace function mark_replied_lead()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  update lead
  set has_replied = true
  where workspace_id = new.workspace_id
    and id = new.lead_id
    and not has_replied;
  return null;
end
$$;
