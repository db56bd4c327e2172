-- Placement tests: seeds of the installation, and folders, tests, runs and mails of a workspace.

create table placement_seed (
  id serial not null,
  email text not null,
  provider text not null,
  region text not null,
  is_sandbox boolean not null default false,
  is_active boolean not null default true,
  imap jsonb not null,
  sealed_password bytea not null,
  constraint placement_seed_pkey primary key (id)
);

create unique index placement_seed_email_key on placement_seed (email);

create table placement_folder (
  id serial not null,
  workspace_id int not null,
  name text not null,
  created_at timestamptz(3) not null,
  constraint placement_folder_pkey primary key (id),
  constraint placement_folder_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index placement_folder_workspace_id_id_key on placement_folder (workspace_id, id);

create table placement_test (
  id serial not null,
  workspace_id int not null,
  folder_id int,
  name text not null,
  type text not null check (type in ('manual', 'auto')),
  subject text not null,
  body_text text not null,
  sender_ids int[] not null,
  seed_ids int[] not null,
  every_days int check (every_days between 1 and 90),
  ends_at timestamptz(3),
  next_run_at timestamptz(3),
  is_stopped boolean not null default false,
  created_at timestamptz(3) not null,
  constraint placement_test_pkey primary key (id),
  constraint placement_test_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action,
  constraint placement_test_workspace_id_folder_id_fkey foreign key (workspace_id, folder_id)
    references placement_folder (workspace_id, id) on delete no action on update no action
);

create unique index placement_test_workspace_id_id_key on placement_test (workspace_id, id);

create index placement_test_next_run_at_idx on placement_test (next_run_at);

create table placement_run (
  id serial not null,
  workspace_id int not null,
  test_id int not null,
  number int not null,
  started_at timestamptz(3) not null,
  constraint placement_run_pkey primary key (id),
  constraint placement_run_workspace_id_test_id_fkey foreign key (workspace_id, test_id)
    references placement_test (workspace_id, id) on delete cascade on update no action
);

create unique index placement_run_workspace_id_id_key on placement_run (workspace_id, id);

create unique index placement_run_workspace_id_test_id_number_key on placement_run (workspace_id, test_id, number);

create table placement_mail (
  id serial not null,
  workspace_id int not null,
  run_id int not null,
  mailbox_id int not null,
  seed_id int not null,
  state text not null default 'PLANNED'
    check (state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT', 'FAILED', 'CANCELLED')),
  send_at timestamptz(3) not null,
  token text not null,
  message_id text not null,
  fencing_token bigint not null default 0,
  attempts int not null default 0,
  leased_until timestamptz(3),
  sent_at timestamptz(3),
  failure_text text,
  look_at timestamptz(3),
  looks int not null default 0,
  landed text check (landed in ('INBOX', 'TAB', 'SPAM', 'MISSING')),
  landed_at timestamptz(3),
  found_in text,
  headers text,
  constraint placement_mail_pkey primary key (id),
  constraint placement_mail_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references placement_run (workspace_id, id) on delete cascade on update no action,
  constraint placement_mail_workspace_id_mailbox_id_fkey foreign key (workspace_id, mailbox_id)
    references mailbox (workspace_id, id) on delete cascade on update no action,
  constraint placement_mail_seed_id_fkey foreign key (seed_id)
    references placement_seed (id) on delete cascade on update no action
);

create unique index placement_mail_token_key on placement_mail (token);

create index placement_mail_workspace_id_run_id_idx on placement_mail (workspace_id, run_id);

create index placement_mail_workspace_id_mailbox_id_sent_at_idx on placement_mail (workspace_id, mailbox_id, sent_at);

create index placement_mail_state_send_at_idx on placement_mail (state, send_at);

create index placement_mail_look_at_idx on placement_mail (look_at);

select protect_tenant_tables();
