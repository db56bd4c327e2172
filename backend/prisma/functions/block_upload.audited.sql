-- The history tells who changed what of block uploads.
create or replace trigger audited
after insert or delete or update of
  status, undone_at, reason
on block_upload
for each row
execute function audit_change(
  'block-upload',
  'status undone_at reason',
  '',
  'file_name'
);
