-- The version before adds to quarters of an hour without their days.
create or replace trigger days_summed_again
after update on event_rollup
referencing old table as counted_before new table as counted
for each statement
execute function sum_event_days();
