-- Another address has not been verified.
create or replace trigger lead_address_changed
before update of email on lead
for each row
when (old.email is distinct from new.email)
execute function forget_verification();
