-- Entries stay as they were written.
create or replace trigger kept
before update or delete on audit_entry
for each row
execute function keep_audit_trail();
