-- Connections to other products, what came in through them, and where events go beside plain webhooks.

create table integration (
  id serial not null,
  workspace_id int not null,
  kind text not null check (kind in ('HUBSPOT', 'SLACK', 'CLAY', 'LISTKIT', 'LEADMAGIC')),
  method text not null check (method in ('OAUTH', 'KEY')),
  account text not null,
  external_id text,
  credentials_sealed bytea not null,
  hint text,
  is_sandbox boolean not null default false,
  state text not null default 'CONNECTED' check (state in ('CONNECTED', 'FAILING', 'PAUSED')),
  settings jsonb not null default '{}',
  error_code text,
  error_text text,
  failing_since timestamptz(3),
  last_sync_at timestamptz(3),
  connected_by int,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint integration_pkey primary key (id),
  constraint integration_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index integration_workspace_id_id_key on integration (workspace_id, id);

create unique index integration_workspace_id_kind_key on integration (workspace_id, kind);

create index integration_kind_external_id_idx on integration (kind, external_id);

create table integration_run (
  id bigserial not null,
  workspace_id int not null,
  integration_id int not null,
  kind text not null check (kind in ('IMPORT', 'EVENT', 'ROWS', 'ENRICH')),
  key text,
  title text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  request jsonb not null default '{}',
  cursor text,
  total int not null default 0,
  done int not null default 0,
  counts jsonb not null default '{}',
  result text,
  error_code text,
  error_text text,
  created_by int,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint integration_run_pkey primary key (id),
  constraint integration_run_workspace_id_integration_id_fkey foreign key (workspace_id, integration_id)
    references integration (workspace_id, id) on delete cascade on update no action
);

create unique index integration_run_workspace_id_id_key on integration_run (workspace_id, id);

create unique index integration_run_integration_id_key_key on integration_run (integration_id, key);

create index integration_run_integration_id_created_at_idx on integration_run (integration_id, created_at);

create table integration_contact (
  workspace_id int not null,
  integration_id int not null,
  lead_id int not null,
  external_id text not null,
  synced jsonb not null default '{}',
  owner_id text,
  synced_at timestamptz(3) not null default now(),
  constraint integration_contact_pkey primary key (integration_id, lead_id),
  constraint integration_contact_workspace_id_integration_id_fkey foreign key (workspace_id, integration_id)
    references integration (workspace_id, id) on delete cascade on update no action,
  constraint integration_contact_workspace_id_lead_id_fkey foreign key (workspace_id, lead_id)
    references lead (workspace_id, id) on delete cascade on update no action
);

create index integration_contact_integration_id_external_id_idx on integration_contact (integration_id, external_id);

create index integration_contact_lead_id_idx on integration_contact (lead_id);

alter table webhook
  add column destination text not null default 'HTTP' check (destination in ('HTTP', 'SLACK', 'HUBSPOT', 'CLAY')),
  add column integration_id int,
  add column channel text,
  add column channel_name text,
  add column previous_secret_sealed bytea,
  add column previous_secret_until timestamptz(3),
  add constraint webhook_workspace_id_integration_id_fkey foreign key (workspace_id, integration_id)
    references integration (workspace_id, id) on delete cascade on update no action;

create index webhook_integration_id_idx on webhook (integration_id);

alter table linkedin_account
  add column client_id int,
  add column connect_url text,
  add column connect_by timestamptz(3),
  add column checked_at timestamptz(3),
  add constraint linkedin_account_workspace_id_client_id_fkey foreign key (workspace_id, client_id)
    references agency_client (workspace_id, id) on delete no action on update no action;

select protect_tenant_tables();
