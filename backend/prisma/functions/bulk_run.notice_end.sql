-- Somebody hears of an import of leads that ended.
create or replace trigger notice_end
after update of status on bulk_run
for each row
when (
  old.status is distinct from new.status
  and new.kind = 'LEAD_UPLOAD'
  and new.status in ('COMPLETED', 'FAILED')
)
execute function notice_of_upload();
