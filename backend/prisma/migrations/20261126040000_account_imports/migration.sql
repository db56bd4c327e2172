-- Moving in from another product: the import, what of the other account it takes, and what was sent from there.

create table account_import (
  id serial not null,
  workspace_id int not null,
  source text not null check (source in ('SMARTLEAD', 'INSTANTLY')),
  key_sealed bytea,
  hint text not null check (char_length(hint) <= 8),
  is_sandbox boolean not null default false,
  pauses_source boolean not null default true,
  takes_block_list boolean not null default true,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  stage text not null default 'BLOCK_LIST' check (stage in ('BLOCK_LIST', 'MAILBOXES', 'CAMPAIGNS')),
  cursor text,
  counts jsonb not null default '{}',
  error_code text,
  error_text text,
  created_by int,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint account_import_pkey primary key (id),
  constraint account_import_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index account_import_workspace_id_id_key on account_import (workspace_id, id);

create table account_import_item (
  id serial not null,
  workspace_id int not null,
  import_id int not null,
  source text not null check (source in ('SMARTLEAD', 'INSTANTLY')),
  kind text not null check (kind in ('CAMPAIGN', 'MAILBOX')),
  external_id text not null check (char_length(external_id) <= 320),
  name text not null check (char_length(name) <= 320),
  state text not null default 'PENDING' check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  phase text not null default 'SETUP' check (phase in ('SETUP', 'SENT', 'LEADS')),
  cursor text,
  detail jsonb not null default '{}',
  counts jsonb not null default '{}',
  error_text text,
  campaign_id int,
  constraint account_import_item_pkey primary key (id),
  constraint account_import_item_workspace_id_import_id_fkey foreign key (workspace_id, import_id)
    references account_import (workspace_id, id) on delete cascade on update no action,
  constraint account_import_item_workspace_id_campaign_id_fkey foreign key (workspace_id, campaign_id)
    references campaign (workspace_id, id) on delete cascade on update no action
);

create unique index account_import_item_workspace_id_id_key on account_import_item (workspace_id, id);

create unique index account_import_item_workspace_id_source_kind_external_id_key
  on account_import_item (workspace_id, source, kind, external_id);

create index account_import_item_import_id_idx on account_import_item (import_id);

create index account_import_item_campaign_id_idx on account_import_item (campaign_id);

create table account_import_sent (
  workspace_id int not null,
  item_id int not null,
  email text not null check (char_length(email) <= 320),
  step int not null check (step > 0),
  sent_at timestamptz(3) not null,
  subject text check (char_length(subject) <= 998),
  is_replied boolean not null default false,
  is_bounced boolean not null default false,
  is_unsubscribed boolean not null default false,
  constraint account_import_sent_pkey primary key (item_id, email),
  constraint account_import_sent_workspace_id_item_id_fkey foreign key (workspace_id, item_id)
    references account_import_item (workspace_id, id) on delete cascade on update no action
);

select protect_tenant_tables();
