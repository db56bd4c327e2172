-- Saved reports of analytics, when each is mailed and to whom, and every email of one with how it went.

create table saved_report (
  id serial not null,
  workspace_id int not null,
  user_id int not null,
  client_id int,
  name text not null check (length(name) between 1 and 80),
  page text not null check (length(page) <= 60),
  address text not null check (length(address) <= 2000),
  is_shared boolean not null default false,
  weekday int check (weekday between 1 and 7),
  hour int check (hour between 0 and 23),
  time_zone text check (length(time_zone) <= 64),
  is_active boolean not null default false,
  next_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint saved_report_pkey primary key (id),
  constraint saved_report_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action,
  constraint saved_report_workspace_id_client_id_fkey foreign key (workspace_id, client_id)
    references agency_client (workspace_id, id) on delete cascade on update no action,
  constraint saved_report_is_scheduled check (
    not is_active or (weekday is not null and hour is not null and time_zone is not null and next_at is not null)
  )
);

create unique index saved_report_workspace_id_id_key on saved_report (workspace_id, id);

create index saved_report_is_active_next_at_idx on saved_report (is_active, next_at);

create table report_recipient (
  id serial not null,
  workspace_id int not null,
  report_id int not null,
  email text not null check (length(email) <= 254),
  stopped_at timestamptz(3),
  constraint report_recipient_pkey primary key (id),
  constraint report_recipient_workspace_id_report_id_fkey foreign key (workspace_id, report_id)
    references saved_report (workspace_id, id) on delete cascade on update no action
);

create unique index report_recipient_workspace_id_report_id_email_key
  on report_recipient (workspace_id, report_id, email);

create table report_delivery (
  id serial not null,
  workspace_id int not null,
  report_id int not null,
  from_day date not null,
  to_day date not null,
  email text not null check (length(email) <= 254),
  state text not null default 'WAITING' check (state in ('WAITING', 'SENDING', 'SENT', 'FAILED', 'UNCERTAIN', 'STOPPED')),
  problem text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  constraint report_delivery_pkey primary key (id),
  constraint report_delivery_workspace_id_report_id_fkey foreign key (workspace_id, report_id)
    references saved_report (workspace_id, id) on delete cascade on update no action
);

create unique index report_delivery_workspace_id_id_key on report_delivery (workspace_id, id);

-- One week leaves once for each address, whatever is repeated.
create unique index report_delivery_workspace_id_report_id_from_day_email_key
  on report_delivery (workspace_id, report_id, from_day, email);

select protect_tenant_tables();
