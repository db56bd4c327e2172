-- Somebody hears when a tracking domain that worked does not work any more.
create or replace trigger notice_problem
after update of problem, verified_at on tracking_domain
for each row
when (old.verified_at is not null and new.problem is not null and (new.verified_at is null or old.problem is null))
execute function notice_of_tracking_domain();
