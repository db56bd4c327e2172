create table mailbox_import (
  id serial not null,
  workspace_id int not null,
  file_name text not null check (char_length(file_name) between 1 and 255),
  file_size int not null,
  columns jsonb not null default '[]',
  mapping jsonb not null default '[]',
  options jsonb not null default '{}',
  who jsonb not null,
  acting jsonb,
  status text not null default 'UPLOADED'
    check (status in ('UPLOADED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED')),
  rows_total int not null,
  run int not null default 0,
  error text,
  created_by int,
  created_at timestamptz(3) not null default current_timestamp,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  constraint mailbox_import_pkey primary key (id),
  constraint mailbox_import_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index mailbox_import_workspace_id_id_key on mailbox_import (workspace_id, id);

create table mailbox_import_row (
  workspace_id int not null,
  import_id int not null,
  row_number int not null,
  sealed bytea,
  email text check (char_length(email) <= 320),
  outcome text check (
    outcome in (
      'CONNECTED', 'LOGIN_REFUSED', 'NOT_REACHED', 'INVALID', 'DUPLICATE_IN_FILE', 'ALREADY_CONNECTED',
        'LIMIT_REACHED', 'NOT_TRIED'
    )
  ),
  cause text,
  fix text,
  mailbox_id int,
  constraint mailbox_import_row_pkey primary key (import_id, row_number),
  constraint mailbox_import_row_workspace_id_import_id_fkey foreign key (workspace_id, import_id)
    references mailbox_import (workspace_id, id) on delete cascade on update no action
);

create index mailbox_import_row_workspace_id_import_id_idx on mailbox_import_row (workspace_id, import_id, outcome);

select protect_tenant_tables();
