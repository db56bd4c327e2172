-- Whether this server is another one than the one on which this installation was confirmed.
create or replace function server_has_changed()
returns boolean
language sql
as $$
  select exists (
    select 1
    from instance
    where id = 1
      and timeline <> 0
      and server_timeline() not in (0, timeline)
  )
$$;
