-- no-transaction
-- A lead that has ended waits for nothing. Old rows are mended a few thousand at a time, so that sending goes on beside it; what is locked or ends
-- meanwhile is mended under the lock of the migration that follows.
do $$ begin loop update enrolment set hold_kind = null, hold_until = null, is_parked = false, next_eligible_at = null, constraint_code = 'LEAD_ENDED', ended_at = coalesce(ended_at, last_sent_at, updated_at) where id in (select id from enrolment where status in ('COMPLETED', 'STOPPED', 'BLOCKED') and (hold_kind is not null or hold_until is not null or is_parked or next_eligible_at is not null or constraint_code is distinct from 'LEAD_ENDED' or ended_at is null) limit 2000 for update skip locked); exit when not found; commit; end loop; end $$;
