-- The history tells who changed what of folders.
create or replace trigger audited
after insert or delete or update of
  name
on folder
for each row
execute function audit_change(
  'folder',
  'name',
  '',
  'name'
);
