-- The history tells who changed the rules that give mailboxes to clients.
create or replace trigger audited
after insert or delete or update of domain, tag_id, client_id on mailbox_client_rule
for each row
execute function audit_change(
  'client-rule',
  'domain tag_id client_id',
  '',
  'label'
);
