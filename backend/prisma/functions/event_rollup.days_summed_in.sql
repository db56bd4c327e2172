-- The version before inserts quarters of an hour without their days.
create or replace trigger days_summed_in
after insert on event_rollup
referencing new table as counted
for each statement
execute function sum_event_days();
