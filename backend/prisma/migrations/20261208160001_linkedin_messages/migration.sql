-- What leads write on LinkedIn. Messages of anybody else are not kept.
alter table linkedin_account
  add column messages_due_at timestamptz(3),
  add column messages_read_until timestamptz(3),
  add column messages_first_look_at timestamptz(3),
  add column messages_stuck_since timestamptz(3);

-- What was written to accounts before is no news.
update linkedin_account set messages_read_until = now();

-- The provider's ID of the person an action was done for: whoever answers is known by it.
alter table linkedin_action add column provider_person text;

create table linkedin_message (
  id serial not null,
  workspace_id int not null,
  account_id int not null,
  enrolment_id int not null,
  provider_message text not null,
  sender_name text,
  text text not null,
  at timestamptz(3) not null,
  recorded_at timestamptz(3) not null default current_timestamp,
  constraint linkedin_message_pkey primary key (id),
  constraint linkedin_message_workspace_id_account_id_fkey foreign key (workspace_id, account_id)
    references linkedin_account (workspace_id, id) on delete cascade on update no action,
  constraint linkedin_message_workspace_id_enrolment_id_fkey foreign key (workspace_id, enrolment_id)
    references enrolment (workspace_id, id) on delete cascade on update no action
);

create unique index linkedin_message_workspace_id_provider_message_key on linkedin_message (workspace_id, provider_message);

create index linkedin_message_enrolment_id_at_idx on linkedin_message (enrolment_id, at);

create index linkedin_message_workspace_id_at_idx on linkedin_message (workspace_id, at);

create index linkedin_message_workspace_id_account_id_idx on linkedin_message (workspace_id, account_id);

select protect_tenant_tables();
