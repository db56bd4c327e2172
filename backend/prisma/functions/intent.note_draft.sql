-- Other emails have logs of their own.
create or replace trigger note_draft
after insert or update of state on intent
for each row
when (new.drafted_by is not null)
execute function audit_drafted_reply();
