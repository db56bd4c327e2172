-- The history tells who changed what of tags.
create or replace trigger audited
after insert or delete or update of
  name, color
on tag
for each row
execute function audit_change(
  'tag',
  'name color',
  '',
  'name'
);
