-- Somebody hears of a delivery that was given up; a test says so on the screen.
create or replace trigger notice_given_up
after update of state on webhook_delivery
for each row
when (
  new.state = 'FAILED'
  and old.state is distinct from new.state
  and not new.is_test
)
execute function notice_of_delivery();
