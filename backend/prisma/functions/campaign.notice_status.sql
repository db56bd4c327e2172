-- Somebody hears of a campaign that completed, or that the bounce guard paused; not of what a person did.
create or replace trigger notice_status
after update of status on campaign
for each row
when (
  old.status is distinct from new.status
  and (
    new.status = 'COMPLETED'
    or (new.status = 'PAUSED' and new.status_reason = 'BOUNCE_GUARD')
  )
)
execute function notice_of_campaign();
