-- The history tells who exported the whole workspace, and how that ended.
create or replace trigger audited
after insert or delete or update of state on workspace_export
for each row
execute function audit_change('export', 'state pauses_campaigns', '', 'id');
