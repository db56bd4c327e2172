-- The history tells who imported an archive into the workspace, and how that ended.
create or replace trigger audited
after insert or update of state on workspace_import
for each row
execute function audit_change('import', 'file_name state', '', 'file_name');
