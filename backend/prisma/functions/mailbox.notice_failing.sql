-- Somebody hears of a mailbox that begins to fail.
create or replace trigger notice_failing
after update of failing_since on mailbox
for each row
when (
  old.failing_since is null
  and new.failing_since is not null
  and new.deleted_at is null
)
execute function notice_of_mailbox();
