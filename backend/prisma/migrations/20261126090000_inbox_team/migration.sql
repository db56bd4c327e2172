create table reply_template (
  id serial not null,
  workspace_id int not null,
  user_id int not null,
  name text not null check (char_length(name) between 1 and 100),
  html text not null check (char_length(html) <= 100000),
  attachments jsonb not null default '[]',
  is_shared boolean not null default false,
  used_count int not null default 0,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint reply_template_pkey primary key (id),
  constraint reply_template_workspace_id_user_id_fkey foreign key (workspace_id, user_id)
    references app_user (workspace_id, id) on delete cascade on update no action
);

create index reply_template_workspace_id_user_id_idx on reply_template (workspace_id, user_id);

create table thread_presence (
  workspace_id int not null,
  enrolment_id int not null,
  user_id int not null,
  doing text not null check (doing in ('READING', 'WRITING')),
  since timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  constraint thread_presence_pkey primary key (enrolment_id, user_id),
  constraint thread_presence_workspace_id_enrolment_id_fkey foreign key (workspace_id, enrolment_id)
    references enrolment (workspace_id, id) on delete cascade on update no action,
  constraint thread_presence_workspace_id_user_id_fkey foreign key (workspace_id, user_id)
    references app_user (workspace_id, id) on delete cascade on update no action
);

create index thread_presence_workspace_id_user_id_idx on thread_presence (workspace_id, user_id);

create table untracked_block (
  id serial not null,
  workspace_id int not null,
  kind text not null check (kind in ('EMAIL', 'DOMAIN', 'SUBJECT', 'KEYWORD')),
  value text not null check (char_length(value) between 1 and 320),
  created_by int,
  created_at timestamptz(3) not null default current_timestamp,
  constraint untracked_block_pkey primary key (id),
  constraint untracked_block_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index untracked_block_workspace_id_kind_value_key on untracked_block (workspace_id, kind, value);

select protect_tenant_tables();
