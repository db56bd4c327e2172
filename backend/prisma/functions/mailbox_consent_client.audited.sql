-- The history tells who changed the workspace's own OAuth client of a mail provider.
create or replace trigger audited
after insert or delete or update of client_id, secret_sealed on mailbox_consent_client
for each row
execute function audit_change(
  'consent-client',
  'provider client_id',
  'secret_sealed',
  'provider'
);
