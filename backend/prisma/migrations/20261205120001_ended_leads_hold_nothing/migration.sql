-- contract: the version before wrote ended leads that held something; beside this one the trigger ended_lead_cleared mends what it writes.
-- A lead that has ended waits for nothing. Nobody writes leads until the trigger stands, at the end of this transaction; few rows are left to mend.
lock table enrolment in share row exclusive mode;

update enrolment
set hold_kind = null, hold_until = null, is_parked = false, next_eligible_at = null, constraint_code = 'LEAD_ENDED',
  ended_at = coalesce(ended_at, last_sent_at, updated_at)
where status in ('COMPLETED', 'STOPPED', 'BLOCKED')
  and (
    hold_kind is not null
      or hold_until is not null
      or is_parked
      or next_eligible_at is not null
      or constraint_code is distinct from 'LEAD_ENDED'
      or ended_at is null
  );

-- Not valid: old rows were mended above, and reading all of them again would hold everybody up.
alter table enrolment add constraint enrolment_ended_holds_nothing check (
  status not in ('COMPLETED', 'STOPPED', 'BLOCKED')
    or (
      hold_kind is null
        and hold_until is null
        and not is_parked
        and next_eligible_at is null
        and constraint_code is not distinct from 'LEAD_ENDED'
    )
) not valid;
