-- Row-level security for every table with a workspace that has none yet: skein_app sees the rows of the session's workspace alone, skein_system
-- all. A migration that adds such a table calls it.
create or replace function protect_tenant_tables()
returns void
language plpgsql
as $$
declare
  t record;
begin
  for t in
    select c.relname as name,
      case when c.relname = 'workspace' then 'id' else 'workspace_id' end as key
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public'
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and (
        c.relname = 'workspace'
        or exists (
          select
          from pg_attribute a
          where a.attrelid = c.oid
            and a.attname = 'workspace_id'
            and not a.attisdropped
        )
      )
      and not exists (select from pg_policy p where p.polrelid = c.oid)
  loop
    execute format('alter table %I enable row level security', t.name);
    execute format('alter table %I force row level security', t.name);
    execute format(
      $policy$
        create policy one_workspace on %1$I to skein_app
        using (%2$I = nullif(current_setting('app.workspace_id', true), '')::int)
        with check (%2$I = nullif(current_setting('app.workspace_id', true), '')::int)
      $policy$,
      t.name, t.key
    );
    execute format('create policy all_workspaces on %I to skein_system using (true) with check (true)', t.name);
  end loop;
end
$$;
