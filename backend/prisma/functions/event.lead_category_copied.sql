-- A first reply bears the category of its lead.
create or replace trigger lead_category_copied
before insert or update of enrolment_id on event
for each row
when (new.kind = 'REPLY' and new.is_first)
execute function copy_lead_category();
