-- Progress of people in the learning library, and registrations for its events.

create table learning_progress (
  workspace_id int not null,
  user_id int not null,
  item text not null,
  state text check (state in ('STARTED', 'DONE')),
  is_saved boolean not null default false,
  updated_at timestamptz(3) not null,
  constraint learning_progress_pkey primary key (workspace_id, user_id, item),
  constraint learning_progress_workspace_id_user_id_fkey foreign key (workspace_id, user_id)
    references app_user (workspace_id, id) on delete cascade on update no action
);

create table event_registration (
  workspace_id int not null,
  user_id int not null,
  event text not null,
  created_at timestamptz(3) not null,
  constraint event_registration_pkey primary key (workspace_id, user_id, event),
  constraint event_registration_workspace_id_user_id_fkey foreign key (workspace_id, user_id)
    references app_user (workspace_id, id) on delete cascade on update no action
);

create index event_registration_workspace_id_event_idx on event_registration (workspace_id, event);

select protect_tenant_tables();
