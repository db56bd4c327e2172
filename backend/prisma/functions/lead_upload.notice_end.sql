-- Somebody hears of an import that ended.
create or replace trigger notice_end
after update of status on lead_upload
for each row
when (
  old.status is distinct from new.status
  and new.status in ('COMPLETED', 'FAILED')
)
execute function notice_of_upload();
