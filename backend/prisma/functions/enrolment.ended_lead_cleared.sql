create or replace trigger ended_lead_cleared
before insert or update on enrolment
for each row
when (
  new.status in ('COMPLETED', 'STOPPED', 'BLOCKED')
  and (
    new.hold_kind is not null
    or new.hold_until is not null
    or new.is_parked
    or new.next_eligible_at is not null
    or new.constraint_code is distinct from 'LEAD_ENDED'
  )
)
execute function clear_ended_lead();
