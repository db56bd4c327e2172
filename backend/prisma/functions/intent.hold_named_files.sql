-- Files of a mail that a person writes are kept; those of a campaign are named by its variants.
create or replace trigger hold_named_files
before insert or update of body_html, attachments on intent
for each row
when (new.created_by is not null)
execute function hold_named_files('body_html', 'attachments');
