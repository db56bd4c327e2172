-- The first mail that a lead writes marks the lead.
create or replace trigger lead_has_replied
after insert or update of last_inbound_at, lead_id on enrolment
for each row
when (new.last_inbound_at is not null)
execute function mark_replied_lead();
