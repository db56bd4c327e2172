-- Plans that are paid: what the payment provider last said of a workspace's subscription, its invoices, and the events that were counted.

alter table workspace
  add column sender_limit int,
  add column sequence_limit int,
  add column monitor_limit int;

create table billing (
  workspace_id int not null,
  customer_id text,
  subscription_id text,
  offer text check (offer in ('base', 'popular', 'pro', 'growth', 'pro-unlimited', 'expert')),
  billing_interval text check (billing_interval in ('month', 'year')),
  sequence_pack int not null default 0,
  sender_pack int not null default 0,
  status text not null default 'none' check (status in ('none', 'active', 'past_due', 'canceled')),
  period_start timestamptz(3),
  period_end timestamptz(3),
  cancel_at_period_end boolean not null default false,
  card jsonb,
  failed_at timestamptz(3),
  bonus_taken_at timestamptz(3),
  cancel_reason text check (cancel_reason in ('price', 'fewer-campaigns', 'missing', 'other-tool', 'other', 'none')),
  cancel_comment text,
  read_at timestamptz(3),
  constraint billing_pkey primary key (workspace_id),
  constraint billing_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index billing_subscription_id_key on billing (subscription_id);

create table billing_invoice (
  workspace_id int not null,
  id text not null,
  number text,
  created_at timestamptz(3) not null,
  description text not null,
  cents int not null,
  status text not null check (status in ('draft', 'open', 'paid', 'uncollectible', 'void')),
  pdf_url text,
  constraint billing_invoice_pkey primary key (workspace_id, id),
  constraint billing_invoice_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create table billing_event (
  workspace_id int not null,
  id text not null,
  at timestamptz(3) not null,
  constraint billing_event_pkey primary key (workspace_id, id),
  constraint billing_event_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

select protect_tenant_tables();
