-- The history tells who changed what of linkedin accounts.
create or replace trigger audited
after insert or delete or update of
  name, profile_url, client_id, deleted_at
on linkedin_account
for each row
execute function audit_change(
  'linkedin-account',
  'name profile_url client_id deleted_at',
  '',
  'name'
);
