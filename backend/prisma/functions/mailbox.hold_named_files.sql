-- Images that a signature names are kept.
create or replace trigger hold_named_files
before insert or update of signature on mailbox
for each row
when (new.signature like '%images/%')
execute function hold_named_files('signature');
