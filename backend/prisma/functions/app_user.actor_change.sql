-- A person whose e-mail address, name, role, status or client changes, or who is made an operator, is another actor at once.
create or replace trigger actor_change
after update of email, name, role, status, client_id, is_operator or delete on app_user
for each row
execute function tell_actor_change();
