create table inbox_bulk_change (
  id serial not null,
  workspace_id int not null,
  user_id int not null,
  before jsonb not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint inbox_bulk_change_pkey primary key (id),
  constraint inbox_bulk_change_workspace_id_user_id_fkey foreign key (workspace_id, user_id)
    references app_user (workspace_id, id) on delete cascade on update no action
);

create index inbox_bulk_change_workspace_id_user_id_idx on inbox_bulk_change (workspace_id, user_id);

create index inbox_bulk_change_created_at_idx on inbox_bulk_change (created_at);

select protect_tenant_tables();
