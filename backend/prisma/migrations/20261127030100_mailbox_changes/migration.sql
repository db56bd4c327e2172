create table mailbox_change (
  id serial not null,
  workspace_id int not null,
  change jsonb not null,
  summary text[] not null default '{}',
  acting jsonb,
  status text not null default 'RUNNING'
    check (status in ('WAITING', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED', 'UNDOING', 'UNDONE')),
  run int not null default 0,
  runs_at timestamptz(3) not null,
  error text,
  created_by int,
  created_at timestamptz(3) not null default current_timestamp,
  finished_at timestamptz(3),
  constraint mailbox_change_pkey primary key (id),
  constraint mailbox_change_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index mailbox_change_workspace_id_id_key on mailbox_change (workspace_id, id);

create table mailbox_change_row (
  workspace_id int not null,
  change_id int not null,
  mailbox_id int not null,
  outcome text check (outcome in ('CHANGED', 'SAME', 'GONE', 'RESTORED', 'KEPT')),
  before jsonb,
  after jsonb,
  constraint mailbox_change_row_pkey primary key (change_id, mailbox_id),
  constraint mailbox_change_row_workspace_id_change_id_fkey foreign key (workspace_id, change_id)
    references mailbox_change (workspace_id, id) on delete cascade on update no action,
  constraint mailbox_change_row_workspace_id_mailbox_id_fkey foreign key (workspace_id, mailbox_id)
    references mailbox (workspace_id, id) on delete cascade on update no action
);

create index mailbox_change_row_workspace_id_mailbox_id_idx on mailbox_change_row (workspace_id, mailbox_id);

select protect_tenant_tables();
