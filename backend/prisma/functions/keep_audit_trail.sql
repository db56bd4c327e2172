-- Nothing in the trail can be changed. An entry is deleted with its workspace, or after the shortest time that a workspace can choose to keep it.
create or replace function keep_audit_trail()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and (pg_trigger_depth() > 1 or (to_jsonb(old) ->> 'at')::timestamptz < now() - interval '90 days') then
    return old;
  end if;
  raise exception 'The audit trail is append-only.' using errcode = '42501';
end
$$;
