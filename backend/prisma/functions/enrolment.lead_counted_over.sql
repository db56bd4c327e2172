-- A lead that changes its status or campaign moves from one count to another.
create or replace trigger lead_counted_over
after update of status, campaign_id on enrolment
for each row
when (
  old.status <> new.status
  or old.campaign_id <> new.campaign_id
)
execute function count_moved_lead();
