-- Smart servers: groups of up to four dedicated-IP servers, the steps of setting each up, what is known of their addresses, the campaigns that
-- send through them, and which email left through which server.

create table server_group (
  id serial not null,
  workspace_id int not null,
  client_id int,
  name text not null,
  domain text not null,
  location text not null,
  auto_rotate boolean not null default true,
  created_at timestamptz(3) not null,
  created_by int,
  deleted_at timestamptz(3),
  constraint server_group_pkey primary key (id),
  constraint server_group_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action,
  constraint server_group_workspace_id_client_id_fkey foreign key (workspace_id, client_id)
    references agency_client (workspace_id, id) on delete no action on update no action
);

create unique index server_group_workspace_id_id_key on server_group (workspace_id, id);

create unique index server_group_workspace_id_name_key on server_group (workspace_id, name);

create table dedicated_server (
  id serial not null,
  workspace_id int not null,
  group_id int not null,
  number int check (number between 1 and 4),
  host_name text not null,
  status text not null default 'PROVISIONING'
    check (status in ('AWAITING_PAYMENT', 'PROVISIONING', 'WARMING', 'ACTIVE', 'DELETING', 'DELETED')),
  cloud text not null,
  cloud_key uuid not null default gen_random_uuid(),
  cloud_server_id text,
  cloud_ip_id text,
  ip text,
  relay_port int,
  relay_sealed bytea,
  dkim_selector text not null,
  dkim_sealed bytea,
  dkim_public text,
  daily_limit int not null default 2000 check (daily_limit between 50 and 20000),
  warm_day int not null default 0,
  warmed_at timestamptz(3),
  ordered_at timestamptz(3) not null,
  ready_at timestamptz(3),
  rest_until timestamptz(3),
  rest_reason text,
  is_reachable boolean not null default false,
  failures int not null default 0,
  unreachable_since timestamptz(3),
  unreachable_text text,
  probed_at timestamptz(3),
  probe_at timestamptz(3) not null default now(),
  step_at timestamptz(3) not null default now(),
  checks jsonb not null default '{}',
  check_at timestamptz(3) not null default now(),
  constraint dedicated_server_pkey primary key (id),
  constraint dedicated_server_workspace_id_group_id_fkey foreign key (workspace_id, group_id)
    references server_group (workspace_id, id) on delete cascade on update no action
);

create unique index dedicated_server_workspace_id_id_key on dedicated_server (workspace_id, id);

create unique index dedicated_server_group_id_number_key on dedicated_server (group_id, number);

create table server_step (
  workspace_id int not null,
  server_id int not null,
  kind text not null check (kind in ('ADDRESS', 'MACHINE', 'HOST_NAME', 'REVERSE_DNS', 'SPF', 'DKIM', 'DMARC', 'RELAY')),
  position int not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  note text,
  tries int not null default 0,
  began_at timestamptz(3),
  done_at timestamptz(3),
  constraint server_step_pkey primary key (server_id, kind),
  constraint server_step_workspace_id_server_id_fkey foreign key (workspace_id, server_id)
    references dedicated_server (workspace_id, id) on delete cascade on update no action
);

create table server_listing (
  workspace_id int not null,
  server_id int not null,
  list text not null,
  is_listed boolean,
  note text,
  since timestamptz(3),
  checked_at timestamptz(3) not null,
  constraint server_listing_pkey primary key (server_id, list),
  constraint server_listing_workspace_id_server_id_fkey foreign key (workspace_id, server_id)
    references dedicated_server (workspace_id, id) on delete cascade on update no action
);

create table campaign_server_group (
  workspace_id int not null,
  campaign_id int not null,
  group_id int not null,
  mapped_at timestamptz(3) not null,
  mapped_by int,
  constraint campaign_server_group_pkey primary key (workspace_id, campaign_id),
  constraint campaign_server_group_workspace_id_campaign_id_fkey foreign key (workspace_id, campaign_id)
    references campaign (workspace_id, id) on delete cascade on update no action,
  constraint campaign_server_group_workspace_id_group_id_fkey foreign key (workspace_id, group_id)
    references server_group (workspace_id, id) on delete cascade on update no action
);

create index campaign_server_group_group_id_idx on campaign_server_group (group_id);

create table server_mail (
  id bigserial not null,
  workspace_id int not null,
  server_id int not null,
  intent_id bigint not null,
  campaign_id int not null,
  state text not null default 'TAKEN' check (state in ('TAKEN', 'SENT', 'IN_DOUBT', 'DEFERRED', 'REFUSED')),
  sent_at timestamptz(3) not null,
  code int,
  response text,
  constraint server_mail_pkey primary key (id),
  constraint server_mail_workspace_id_server_id_fkey foreign key (workspace_id, server_id)
    references dedicated_server (workspace_id, id) on delete cascade on update no action,
  constraint server_mail_intent_id_fkey foreign key (intent_id)
    references intent (id) on delete cascade on update no action
);

create index server_mail_server_id_sent_at_idx on server_mail (server_id, sent_at);

create index server_mail_state_idx on server_mail (state);

create index server_mail_intent_id_idx on server_mail (intent_id);

select protect_tenant_tables();
