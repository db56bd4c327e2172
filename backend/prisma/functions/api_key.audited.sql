-- The history tells who changed what of api keys.
create or replace trigger audited
after insert or delete or update of
  name, status, client_id, key_hash
on api_key
for each row
execute function audit_change(
  'api-key',
  'name status client_id',
  'key_hash',
  'name'
);
