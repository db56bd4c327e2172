-- A workspace as one archive, and an archive that becomes a workspace.

create table workspace_export (
  id serial not null,
  workspace_id int not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  stage text not null default 'PAUSING' check (stage in ('PAUSING', 'ROWS', 'COPIES', 'FILES')),
  pauses_campaigns boolean not null default false,
  paused int not null default 0,
  rows_total int not null default 0,
  rows_done int not null default 0,
  files int not null default 0,
  size bigint,
  sha256 text,
  manifest jsonb,
  file_key text,
  error_text text,
  created_by int,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  constraint workspace_export_pkey primary key (id),
  constraint workspace_export_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index workspace_export_workspace_id_id_key on workspace_export (workspace_id, id);

create table workspace_import (
  id serial not null,
  workspace_id int not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  stage text not null default 'CHECK' check (stage in ('CHECK', 'ROWS', 'FILES')),
  file_name text not null,
  file_key text,
  manifest jsonb,
  place jsonb not null default '{}',
  rows_total int not null default 0,
  rows_done int not null default 0,
  error_text text,
  created_by int,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint workspace_import_pkey primary key (id),
  constraint workspace_import_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index workspace_import_workspace_id_id_key on workspace_import (workspace_id, id);

select protect_tenant_tables();
