-- Placement tests: what was found out about each message, control mails, checks that can be made again, and automations.

alter table placement_test
  add column description text not null default '',
  add column body_html text,
  add column has_control boolean not null default false,
  add column checks_links boolean not null default true,
  add column checks_spam boolean not null default true,
  add column rest_below int check (rest_below between 1 and 100),
  add column cap_to int check (cap_to between 1 and 10000),
  add column source jsonb;

alter table placement_run
  add column settled_at timestamptz(3),
  add column actions jsonb not null default '[]';

alter table placement_mail
  add column kind text not null default 'REAL' check (kind in ('REAL', 'CONTROL')),
  add column body text,
  add column authentication jsonb,
  add column spam jsonb,
  add column client_ip text;

-- What DNS and filters say of an address, a domain or a sender of a run; written again by every check.
create table placement_check (
  workspace_id int not null,
  run_id int not null,
  kind text not null check (kind in ('IP', 'DOMAIN', 'SENDER', 'LINK')),
  subject text not null,
  answer jsonb not null,
  checked_at timestamptz(3) not null,
  constraint placement_check_pkey primary key (workspace_id, run_id, kind, subject),
  constraint placement_check_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references placement_run (workspace_id, id) on delete cascade on update no action
);

select protect_tenant_tables();
