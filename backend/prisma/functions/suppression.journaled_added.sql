-- Opt-outs and blocks outlive the loss of the database.
create or replace trigger journaled_added
after insert on suppression
referencing new table as changed
for each statement
execute function queue_opt_outs();
