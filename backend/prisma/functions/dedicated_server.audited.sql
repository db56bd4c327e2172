-- The history tells who changed what of servers.
create or replace trigger audited
after insert or delete or update of
  number, daily_limit
on dedicated_server
for each row
execute function audit_change(
  'server',
  'number daily_limit',
  '',
  'host_name'
);
