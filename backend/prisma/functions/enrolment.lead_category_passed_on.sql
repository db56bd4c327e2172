-- A lead gets another category.
create or replace trigger lead_category_passed_on
after update of category_id on enrolment
for each row
when (old.category_id is distinct from new.category_id)
execute function pass_on_lead_category();
