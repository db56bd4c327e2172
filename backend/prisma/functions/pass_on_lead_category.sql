-- The first reply of a lead bears the lead's category, none once the lead is gone.
create or replace function pass_on_lead_category()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  update event
  set category_id = case when tg_op = 'DELETE' then null else new.category_id end
  where workspace_id = old.workspace_id
    and enrolment_id = old.id
    and kind = 'REPLY'
    and is_first;
  return null;
end
$$;
