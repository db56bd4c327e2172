-- Where a message is answered. Messages that were read before have no chat and are answered on LinkedIn.
alter table linkedin_message add column provider_chat text;

-- What a person answers from the inbox. A row without sent_at may have been sent: asked again with its key, it is looked up first.
create table linkedin_answer (
  id serial not null,
  workspace_id int not null,
  account_id int not null,
  enrolment_id int not null,
  key uuid not null,
  provider_chat text not null,
  text text not null,
  sent_by int,
  asked_at timestamptz(3) not null,
  lease_until timestamptz(3),
  sent_at timestamptz(3),
  provider_message text,
  constraint linkedin_answer_pkey primary key (id),
  constraint linkedin_answer_workspace_id_account_id_fkey foreign key (workspace_id, account_id)
    references linkedin_account (workspace_id, id) on delete cascade on update no action,
  constraint linkedin_answer_workspace_id_enrolment_id_fkey foreign key (workspace_id, enrolment_id)
    references enrolment (workspace_id, id) on delete cascade on update no action
);

create unique index linkedin_answer_workspace_id_key_key on linkedin_answer (workspace_id, key);

create index linkedin_answer_enrolment_id_asked_at_idx on linkedin_answer (enrolment_id, asked_at);

create index linkedin_answer_account_id_asked_at_idx on linkedin_answer (account_id, asked_at);

select protect_tenant_tables();
