-- What was released since is not blocked again by a restore.
create or replace trigger journaled_removed
after delete on suppression
referencing old table as changed
for each statement
execute function queue_opt_outs();
