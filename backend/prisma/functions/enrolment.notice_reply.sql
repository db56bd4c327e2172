-- People hear of replies as they chose.
create or replace trigger notice_reply
after update of reply_count on enrolment
for each row
when (new.reply_count > old.reply_count)
execute function notice_of_reply();
