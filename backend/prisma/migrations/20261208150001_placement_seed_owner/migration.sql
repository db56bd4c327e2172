-- Seeds of one workspace, which no test of another sends to, and seeds that sign in with OAuth2.

alter table placement_seed
  add column owner_workspace_id int,
  add column auth_method text not null default 'PASSWORD',
  add constraint placement_seed_auth_method_check check (auth_method in ('PASSWORD', 'XOAUTH2')),
  add constraint placement_seed_owner_workspace_id_fkey foreign key (owner_workspace_id)
    references workspace (id) on delete cascade on update no action;

create index placement_seed_owner_workspace_id_idx on placement_seed (owner_workspace_id);
