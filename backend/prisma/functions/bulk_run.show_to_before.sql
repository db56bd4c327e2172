-- The version before reads the state of these in rows of their own.
create or replace trigger show_to_before
after update of status on bulk_run
for each row
when (
  old.status is distinct from new.status
  and new.kind in ('WORKSPACE_EXPORT', 'WORKSPACE_IMPORT')
)
execute function show_archive_to_before();
