-- The history tells who ordered verification credits.
create or replace trigger audited
after insert or update of status on verification_order
for each row
execute function audit_change('purchase', 'credits billing status', '', 'provider');
