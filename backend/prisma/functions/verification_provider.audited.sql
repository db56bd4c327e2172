-- The history tells who changed what of verification providers.
create or replace trigger audited
after insert or delete or update of
  provider, key_sealed
on verification_provider
for each row
execute function audit_change(
  'verification-provider',
  'provider',
  'key_sealed',
  'provider'
);
