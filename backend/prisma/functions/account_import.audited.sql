-- The history tells who imported from another product, stopped that and resumed it.
create or replace trigger audited
after insert or update of state on account_import
for each row
execute function audit_change('account-import', 'source hint state pauses_source takes_block_list', '', 'source');
