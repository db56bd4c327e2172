-- Nobody can undo what was done to a conversation that is gone.
create or replace trigger reminder_words_forgotten
after delete on enrolment
referencing old table as gone
for each statement
execute function forget_reminder_words();
