-- Leads that are added to a campaign are counted once a statement.
create or replace trigger leads_counted_in
after insert on enrolment
referencing new table as placed
for each statement
execute function count_placed_leads();
