-- Every process caches for a few seconds who is behind a token. A change of a person, a client, a key, a session or a plan, made by whomever, is
-- announced to all of them when it commits, so that a changed role acts at once.
create or replace function tell_actor_change()
returns trigger
language plpgsql
as $$
begin
  perform pg_notify(
    'skein_actors',
    case
      when tg_table_name = 'workspace' then to_jsonb(old) ->> 'id'
      else to_jsonb(old) ->> 'workspace_id'
    end
  );
  return null;
end
$$;
