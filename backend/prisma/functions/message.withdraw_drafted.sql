-- A new email in the thread, or an answer that somebody sent from their own mail program.
create or replace trigger withdraw_drafted
after insert on message
for each row
when (new.enrolment_id is not null and (new.direction = 'in' or new.kind = 'outside'))
execute function withdraw_drafted_replies('NEW_MESSAGE');
