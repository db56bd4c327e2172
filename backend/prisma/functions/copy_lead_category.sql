-- A first reply bears the category of its lead, so that positive replies are counted from an index of replies alone. Locks the lead: whoever
-- changes its category meanwhile waits, and then finds the reply.
create or replace function copy_lead_category()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  new.category_id := (
    select e.category_id
    from enrolment e
    where e.workspace_id = new.workspace_id and e.id = new.enrolment_id
    for share
  );
  return new;
end
$$;
