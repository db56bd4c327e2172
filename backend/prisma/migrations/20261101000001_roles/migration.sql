-- The two roles that everything is granted to. They cannot log in: the login user of DATABASE_URL switches to them
-- (connection option "-c role=..."). skein_app is subject to row-level security by workspace, skein_system sees all.
-- Roles belong to the whole server, so another database of it may have made them already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['skein_app', 'skein_system'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database's migration was quicker
    end;
    if not pg_has_role(current_user, wanted, 'MEMBER') then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end
$$;

grant usage on schema public to skein_app, skein_system;

-- What a later migration adds is granted by itself; a table that is no business of a workspace says so (the end of the policies).
alter default privileges in schema public grant select, insert, update, delete on tables to skein_app, skein_system;
alter default privileges in schema public grant usage, select on sequences to skein_app, skein_system;

-- The installation's history of migrations is read by the health check alone.
grant select on _prisma_migrations to skein_system;

-- Trigram indexes, for the searches.
create extension if not exists pg_trgm;
