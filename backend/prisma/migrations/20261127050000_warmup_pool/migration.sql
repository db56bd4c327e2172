alter table mailbox add column warmup_day text;
alter table mailbox add column warmup_days int not null default 0;

update mailbox m
set warmup_days = w.days, warmup_day = w.last
from (
  select o.from_mailbox_id,
    count(distinct to_char(o.sent_at at time zone b.time_zone, 'YYYY-MM-DD')) as days,
    max(to_char(o.sent_at at time zone b.time_zone, 'YYYY-MM-DD')) as last
  from warmup_mail o
  join mailbox b on b.id = o.from_mailbox_id
  where o.state in ('SENT', 'IN_DOUBT') and o.sent_at is not null
  group by o.from_mailbox_id
) w
where m.id = w.from_mailbox_id;

alter table warmup_mail add column is_shared boolean not null default false;
alter table warmup_mail add column shared_provider text;

create table warmup_policy (
  workspace_id int not null,
  shares_pool boolean not null default false,
  joined_at timestamptz(3),
  put_out_at timestamptz(3),
  put_out_reason text,
  age_gate text not null default 'WARN' check (age_gate in ('OFF', 'WARN', 'HOLD')),
  age_days int not null default 14 check (age_days between 0 and 30),
  updated_at timestamptz(3) not null default current_timestamp,
  constraint warmup_policy_pkey primary key (workspace_id),
  constraint warmup_policy_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create table warmup_shared (
  mail_id bigint not null,
  workspace_id int not null,
  mailbox_id int not null,
  kind text not null,
  subject text not null,
  landed text,
  landed_at timestamptz(3),
  constraint warmup_shared_pkey primary key (mail_id),
  constraint warmup_shared_mail_id_fkey foreign key (mail_id)
    references warmup_mail (id) on delete cascade on update no action,
  constraint warmup_shared_workspace_id_mailbox_id_fkey foreign key (workspace_id, mailbox_id)
    references mailbox (workspace_id, id) on delete cascade on update no action
);

create index warmup_shared_workspace_id_mailbox_id_landed_at_idx
  on warmup_shared (workspace_id, mailbox_id, landed_at);

create table warmup_unblock (
  workspace_id int not null,
  mailbox_id int not null,
  code_hash text,
  mailed_at timestamptz(3),
  attempts int not null default 0,
  cleared_at timestamptz(3),
  constraint warmup_unblock_pkey primary key (mailbox_id),
  constraint warmup_unblock_workspace_id_mailbox_id_fkey foreign key (workspace_id, mailbox_id)
    references mailbox (workspace_id, id) on delete cascade on update no action
);

select protect_tenant_tables();
