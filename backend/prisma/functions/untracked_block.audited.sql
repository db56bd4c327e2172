-- The history tells who changed the block lists of untracked replies.
create or replace trigger audited
after insert or delete or update on untracked_block
for each row
execute function audit_change('untracked-block', 'kind value', '', 'value');
