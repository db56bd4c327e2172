create table fleet_rule (
  workspace_id int not null,
  pods int not null default 0 check (pods between 0 and 12),
  send_weeks int not null default 3 check (send_weeks between 1 and 12),
  rest_from date not null,
  least_sending int not null default 0 check (least_sending between 0 and 500),
  rests_high_risk boolean not null default false,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint fleet_rule_pkey primary key (workspace_id),
  constraint fleet_rule_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create table fleet_member (
  workspace_id int not null,
  mailbox_id int not null,
  pod int not null,
  rest_until date,
  constraint fleet_member_pkey primary key (mailbox_id),
  constraint fleet_member_workspace_id_mailbox_id_fkey foreign key (workspace_id, mailbox_id)
    references mailbox (workspace_id, id) on delete cascade on update no action
);

create index fleet_member_workspace_id_pod_idx on fleet_member (workspace_id, pod);

create table fleet_log (
  id bigserial not null,
  workspace_id int not null,
  at timestamptz(3) not null,
  kind text not null,
  mailboxes int not null,
  text text not null check (char_length(text) <= 500),
  constraint fleet_log_pkey primary key (id),
  constraint fleet_log_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create index fleet_log_workspace_id_id_idx on fleet_log (workspace_id, id);

select protect_tenant_tables();
