-- Leads that are removed from a campaign are counted once a statement.
create or replace trigger leads_counted_out
after delete on enrolment
referencing old table as placed
for each statement
execute function count_placed_leads();
