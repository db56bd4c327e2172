-- An API key that is disabled, moved or deleted stops working at once.
create or replace trigger actor_change
after update of status, user_id, client_id, scopes, expires_at, requests_per_minute or delete on api_key
for each row
execute function tell_actor_change();
