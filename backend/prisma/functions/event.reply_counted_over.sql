-- A first reply gets another category, day, campaign or mailbox, or is none any more.
create or replace trigger reply_counted_over
after update on event
for each row
when (
  (old.kind = 'REPLY' and old.is_first or new.kind = 'REPLY' and new.is_first)
  and old.* is distinct from new.*
)
execute function count_reply();
