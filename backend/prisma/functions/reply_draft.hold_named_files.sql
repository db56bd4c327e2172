-- Files that a draft of a reply names are kept.
create or replace trigger hold_named_files
before insert or update of content on reply_draft
for each row
execute function hold_named_files('content');
