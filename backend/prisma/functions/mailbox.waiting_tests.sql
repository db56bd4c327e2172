-- What waits for a mailbox is looked at when it may send more, or again.
create or replace trigger waiting_tests
after update of message_per_day, ramp, is_suspended, failing_since on mailbox
for each row
when (
  new.message_per_day > old.message_per_day
  or new.ramp is distinct from old.ramp
  or old.is_suspended and not new.is_suspended
  or old.failing_since is not null and new.failing_since is null
)
execute function bring_tests_forward();
