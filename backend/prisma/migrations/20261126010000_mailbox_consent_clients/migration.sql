-- OAuth clients that a workspace registered with Google or Microsoft itself, so that the consent page bears its own name.

create table mailbox_consent_client (
  workspace_id int not null references workspace (id) on delete cascade on update no action,
  provider text not null check (provider in ('GMAIL', 'OUTLOOK')),
  client_id text not null check (char_length(client_id) <= 200),
  secret_sealed bytea not null,
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, provider)
);

select protect_tenant_tables();
