-- What the users of a client may do changes at once; a deactivated client neither logs in nor calls the API.
create or replace trigger actor_change
after update of permissions, restricted_categories, status or delete on agency_client
for each row
execute function tell_actor_change();
