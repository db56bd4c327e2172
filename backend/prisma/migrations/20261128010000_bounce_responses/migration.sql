create table bounce_response (
  id serial not null,
  workspace_id int not null,
  scope text not null check (scope in ('MAILBOX', 'DOMAIN', 'IMPORT', 'CAMPAIGN')),
  scope_id text not null check (char_length(scope_id) between 1 and 253),
  label text not null check (char_length(label) <= 300),
  reaction text not null check (reaction in ('SLOW', 'REST', 'HOLD')),
  bounce_class text not null check (bounce_class in ('RECIPIENT', 'SENDER', 'CONTENT')),
  percent int,
  reason text not null check (char_length(reason) <= 300),
  level int not null,
  began_at timestamptz(3) not null,
  until timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('RECOVERED', 'RELEASED', 'ESCALATED')),
  constraint bounce_response_pkey primary key (id),
  constraint bounce_response_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

-- At most one response holds for a thing at a time.
create unique index bounce_response_active on bounce_response (workspace_id, scope, scope_id) where ended_at is null;
create index bounce_response_workspace_id_began_at_idx on bounce_response (workspace_id, began_at);

select protect_tenant_tables();
