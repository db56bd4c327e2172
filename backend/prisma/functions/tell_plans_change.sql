-- Whether plans count is a matter of the whole installation: without a workspace id every process forgets all that it keeps.
create or replace function tell_plans_change()
returns trigger
language plpgsql
as $$
begin
  perform pg_notify('skein_actors', '');
  return null;
end
$$;
