-- The history tells who put entries on the block list or took them off.
create or replace trigger audited_removed
after delete on suppression
referencing old table as changed
for each statement
execute function audit_block_entries();
