-- A person's uploaded picture is kept.
create or replace trigger hold_named_files
before insert or update of profile_pic_url on app_user
for each row
when (new.profile_pic_url like '%images/profile/%')
execute function hold_named_files('profile_pic_url');
