-- A person answers.
create or replace trigger withdraw_drafted
after insert on intent
for each row
when (new.kind = 'REPLY' and new.drafted_by is null and new.enrolment_id is not null)
execute function withdraw_drafted_replies('PERSON_ANSWERED');
