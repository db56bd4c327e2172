-- A first reply is withdrawn.
create or replace trigger reply_counted_out
after delete on event
for each row
when (old.kind = 'REPLY' and old.is_first)
execute function count_reply();
