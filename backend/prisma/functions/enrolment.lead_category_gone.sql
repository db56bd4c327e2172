-- A lead with a category leaves its campaign.
create or replace trigger lead_category_gone
after delete on enrolment
for each row
when (old.category_id is not null)
execute function pass_on_lead_category();
