-- Images and attachments that a variant names are kept.
create or replace trigger hold_named_files
before insert or update of email_body, attachments on step_variant
for each row
when (
  new.email_body like '%images/sequence/%'
  or new.attachments <> '[]'
)
execute function hold_named_files('email_body', 'attachments');
