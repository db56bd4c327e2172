create table mailbox_client_rule (
  id serial not null,
  workspace_id int not null,
  domain text check (char_length(domain) between 3 and 253),
  tag_id int,
  client_id int not null,
  label text not null check (char_length(label) between 1 and 253),
  created_by int,
  created_at timestamptz(3) not null default current_timestamp,
  constraint mailbox_client_rule_pkey primary key (id),
  constraint mailbox_client_rule_one_condition check ((domain is null) <> (tag_id is null)),
  constraint mailbox_client_rule_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action,
  constraint mailbox_client_rule_workspace_id_client_id_fkey foreign key (workspace_id, client_id)
    references agency_client (workspace_id, id) on delete cascade on update no action,
  constraint mailbox_client_rule_workspace_id_tag_id_fkey foreign key (workspace_id, tag_id)
    references tag (workspace_id, id) on delete cascade on update no action
);

create unique index mailbox_client_rule_workspace_id_domain_key on mailbox_client_rule (workspace_id, domain);
create unique index mailbox_client_rule_workspace_id_tag_id_key on mailbox_client_rule (workspace_id, tag_id);
create index mailbox_client_rule_workspace_id_client_id_idx on mailbox_client_rule (workspace_id, client_id);

select protect_tenant_tables();
