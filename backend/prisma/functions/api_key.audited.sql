-- The history tells who changed what of api keys.
create or replace trigger audited
after insert or delete or update of
  name, status, client_id, scopes, expires_at, requests_per_minute, key_hash
on api_key
for each row
execute function audit_change(
  'api-key',
  'name status client_id scopes expires_at requests_per_minute',
  'key_hash',
  'name'
);
