-- Images that a template names are kept.
create or replace trigger hold_named_files
before insert or update of email_body on step_template
for each row
when (new.email_body like '%images/sequence/%')
execute function hold_named_files('email_body');
