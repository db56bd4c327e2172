-- For functions that run as the owner and so see all workspaces: a session of skein_app gets what belongs to the workspace that it is bound to,
-- and nothing while it is bound to none. Other roles may ask about any.
create or replace function require_workspace(p_workspace int)
returns void
language plpgsql
stable
set search_path = public, pg_temp
as $$
declare
  bound int := nullif(current_setting('app.workspace_id', true), '')::int;
begin
  if p_workspace is distinct from bound and (bound is not null or current_setting('role') = 'skein_app') then
    raise exception 'outside of the workspace of this session' using errcode = '42501';
  end if;
end
$$;
