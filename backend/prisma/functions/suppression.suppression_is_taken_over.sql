-- An entry that somebody asks for is theirs, whoever brought it first; uploads take nothing over.
create or replace trigger suppression_is_taken_over
before insert on suppression
for each row
when (new.upload_id is null)
execute function suppression_is_taken_over();
