-- A first reply comes with the category that its lead has.
create or replace trigger reply_counted_in
after insert on event
for each row
when (new.kind = 'REPLY' and new.is_first)
execute function count_reply();
