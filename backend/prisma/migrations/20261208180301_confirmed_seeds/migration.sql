-- A workspace's seed is used once its login has found a code that was emailed to its address. `is_active` stays false for seeds of a workspace and for those
-- that sign in with OAuth2: the version before chooses by it, for every workspace, and reads every seed by password. `in_use` is used instead.
alter table placement_seed
  add column in_use boolean not null default false,
  add column proved_at timestamptz(3),
  add column code_hash text,
  add column code_mailed_at timestamptz(3),
  add column code_looks int not null default 0,
  add column code_look_at timestamptz(3),
  add column renewing_until timestamptz(3);

update placement_seed
set in_use = is_active and owner_workspace_id is null, is_active = false
where owner_workspace_id is not null or auth_method = 'XOAUTH2';

alter table placement_seed
  add constraint placement_seed_is_active_check
    check (not is_active or owner_workspace_id is null and auth_method = 'PASSWORD'),
  add constraint placement_seed_in_use_check check (not in_use or owner_workspace_id is null or proved_at is not null);

create index placement_seed_code_look_at_idx on placement_seed (code_look_at);

-- A workspace sees its own seeds and those of the installation, and no column that a login can be made of. Seeds are written by skein_system alone.
alter table placement_seed enable row level security, force row level security;
create policy own_or_shared on placement_seed for select to skein_app
using (owner_workspace_id is null or owner_workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on placement_seed to skein_system using (true) with check (true);
revoke all on placement_seed from skein_app;
grant select (
  id, email, provider, region, kind, is_sandbox, owner_workspace_id, auth_method, is_active, in_use, proved_at, checked_at, problem, deleted_at
) on placement_seed to skein_app;
