-- The history tells who changed what of purchased domains.
create or replace trigger audited
after insert or delete or update of
  auto_renew, forwards_to
on purchased_domain
for each row
execute function audit_change(
  'purchased-domain',
  'auto_renew forwards_to',
  '',
  'name'
);
