-- The rule was for the category of before.
create or replace trigger withdraw_drafted
after update of category_id on enrolment
for each row
when (new.category_id is distinct from old.category_id)
execute function withdraw_drafted_replies('CATEGORY_CHANGED');
