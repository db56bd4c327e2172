-- The version before reads the status of these in rows of their own.
create or replace trigger show_to_before
after update of status on bulk_run
for each row
when (
  old.status is distinct from new.status
  and new.kind in ('VERIFICATION', 'BLOCK_UPLOAD', 'LEAD_UPLOAD')
)
execute function show_run_to_before();
