-- The history tells who changed what of purchases.
create or replace trigger audited
after insert or delete or update of
  kind, status
on purchase_order
for each row
execute function audit_change(
  'purchase',
  'kind status',
  '',
  'forwarding_domain'
);
