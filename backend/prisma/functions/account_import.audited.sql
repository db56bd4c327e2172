-- The history tells who imported from another product. Cancelling and resuming are changes of its run, which are noted by the code that does them.
create or replace trigger audited
after insert on account_import
for each row
execute function audit_change('account-import', 'source hint pauses_source takes_block_list', '', 'source');
