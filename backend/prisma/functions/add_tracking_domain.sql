-- A tracking domain that a mailbox names is there to be verified, whoever wrote it.
create or replace function add_tracking_domain()
returns trigger
language plpgsql
as $$
begin
  insert into tracking_domain (workspace_id, domain)
  values (new.workspace_id, new.custom_tracking_domain)
  on conflict
  do nothing;
  return null;
end
$$;
