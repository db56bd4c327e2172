-- The history tells who changed what of integrations.
create or replace trigger audited
after insert or delete or update of
  kind, account, state, settings, credentials_sealed
on integration
for each row
execute function audit_change(
  'integration',
  'kind account state settings',
  'credentials_sealed',
  'kind'
);
