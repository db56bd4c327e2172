-- The history tells who changed what of server groups.
create or replace trigger audited
after insert or delete or update of
  name, domain, location, auto_rotate, client_id, deleted_at
on server_group
for each row
execute function audit_change(
  'server-group',
  'name domain location auto_rotate client_id deleted_at',
  '',
  'name'
);
