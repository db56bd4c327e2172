-- What needs attention and a person snoozed.

create table attention_snooze (
  workspace_id int not null,
  user_id int not null,
  key text not null,
  count int not null check (count > 0),
  until timestamptz(3) not null,
  constraint attention_snooze_pkey primary key (workspace_id, user_id, key),
  constraint attention_snooze_workspace_id_user_id_fkey foreign key (workspace_id, user_id)
    references app_user (workspace_id, id) on delete cascade on update no action
);

select protect_tenant_tables();
