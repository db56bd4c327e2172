-- Placement tests that people send with another tool, schedules by cron with a start, automations that go further, and links for clients.

alter table placement_test
  add column is_self_sent boolean not null default false,
  add column created_by int,
  add column client_id int,
  add column starts_at timestamptz(3),
  add column cron text,
  add column time_zone text not null default 'Etc/GMT',
  add column has_gap boolean not null default true,
  add column moves_leads boolean not null default false,
  add column pauses_step boolean not null default false,
  add column notifies boolean not null default false,
  add constraint placement_test_workspace_id_client_id_fkey foreign key (workspace_id, client_id)
    references agency_client (workspace_id, id) on delete cascade on update no action;

alter table placement_run
  add column code text,
  add column content jsonb;

create unique index placement_run_code_key on placement_run (code);

alter table placement_mail
  alter column mailbox_id drop not null,
  add column from_email text;

create table placement_share (
  id serial not null,
  workspace_id int not null,
  test_id int not null,
  client_id int,
  created_by int,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  constraint placement_share_pkey primary key (id),
  constraint placement_share_workspace_id_test_id_fkey foreign key (workspace_id, test_id)
    references placement_test (workspace_id, id) on delete cascade on update no action,
  constraint placement_share_workspace_id_client_id_fkey foreign key (workspace_id, client_id)
    references agency_client (workspace_id, id) on delete cascade on update no action
);

create unique index placement_share_workspace_id_id_key on placement_share (workspace_id, id);

create index placement_share_workspace_id_test_id_idx on placement_share (workspace_id, test_id);

select protect_tenant_tables();
