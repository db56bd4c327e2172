-- A session that is revoked or expires ends at once.
create or replace trigger actor_change
after update of revoked_at, expires_at or delete on user_session
for each row
execute function tell_actor_change();
