-- The history tells who changed what of lead categories.
create or replace trigger audited
after insert or delete or update of
  name, sentiment, hue, shape
on lead_category
for each row
execute function audit_change(
  'category',
  'name sentiment hue shape',
  '',
  'name'
);
