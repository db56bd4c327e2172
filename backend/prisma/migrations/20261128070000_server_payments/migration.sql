-- Monthly payments of dedicated servers. A server that was ordered is set up once its payment is there.

create table server_payment (
  id serial not null,
  workspace_id int not null,
  group_id int not null,
  -- Servers that it pays for, and what they cost a month.
  servers int not null check (servers between 0 and 4),
  amount_cents int not null check (amount_cents >= 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'PAID', 'CANCELLED', 'ENDED')),
  provider text not null,
  checkout_id text,
  checkout_url text,
  subscription_id text,
  failure text,
  -- What still has to be told to the payment service, and from when.
  todo text check (todo in ('EXPIRE', 'REFUND', 'CHANGE', 'END')),
  todo_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null,
  paid_at timestamptz(3),
  paid_until timestamptz(3),
  -- Its servers are deleted then; set once the subscription is over.
  ends_at timestamptz(3),
  constraint server_payment_pkey primary key (id),
  constraint server_payment_workspace_id_group_id_fkey foreign key (workspace_id, group_id)
    references server_group (workspace_id, id) on delete cascade on update no action
);

create unique index server_payment_workspace_id_id_key on server_payment (workspace_id, id);

create index server_payment_group_id_idx on server_payment (group_id);

create table server_payment_event (
  workspace_id int not null,
  id text not null,
  payment_id int not null,
  received_at timestamptz(3) not null,
  constraint server_payment_event_pkey primary key (id),
  constraint server_payment_event_workspace_id_payment_id_fkey foreign key (workspace_id, payment_id)
    references server_payment (workspace_id, id) on delete cascade on update no action
);

alter table dedicated_server add column payment_id int,
  add constraint dedicated_server_workspace_id_payment_id_fkey foreign key (workspace_id, payment_id)
    references server_payment (workspace_id, id) on delete no action on update no action;

select protect_tenant_tables();
