-- Purchased domains and mailboxes: orders with their payments, items and events.

create table purchase_order (
  id serial not null,
  workspace_id int not null,
  kind text not null default 'PURCHASE' check (kind in ('PURCHASE', 'RENEWAL')),
  status text not null default 'AWAITING_PAYMENT'
    check (status in ('AWAITING_PAYMENT', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED')),
  offer_id int not null check (offer_id between 1 and 6),
  key text,
  client_id int,
  forwarding_domain text not null check (length(forwarding_domain) <= 253),
  registrant jsonb not null,
  trouble text,
  created_by int,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  constraint purchase_order_pkey primary key (id),
  constraint purchase_order_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action,
  constraint purchase_order_workspace_id_client_id_fkey foreign key (workspace_id, client_id)
    references agency_client (workspace_id, id) on delete no action on update no action
);

create unique index purchase_order_workspace_id_id_key on purchase_order (workspace_id, id);

create unique index purchase_order_workspace_id_key_key on purchase_order (workspace_id, key);

create index purchase_order_status_idx on purchase_order (status);

create table purchase_payment (
  id serial not null,
  workspace_id int not null,
  order_id int not null,
  part text not null check (part in ('DOMAINS', 'MAILBOXES')),
  attempt int not null default 1,
  amount_cents int not null check (amount_cents > 0),
  refunded_cents int not null default 0 check (refunded_cents between 0 and amount_cents),
  status text not null default 'PENDING' check (status in ('PENDING', 'PAID', 'FAILED', 'CANCELLED')),
  provider text not null,
  checkout_id text,
  checkout_url text,
  subscription_id text,
  failure text,
  created_at timestamptz(3) not null,
  paid_at timestamptz(3),
  constraint purchase_payment_pkey primary key (id),
  constraint purchase_payment_workspace_id_order_id_fkey foreign key (workspace_id, order_id)
    references purchase_order (workspace_id, id) on delete cascade on update no action
);

create unique index purchase_payment_workspace_id_id_key on purchase_payment (workspace_id, id);

create unique index purchase_payment_order_id_part_attempt_key on purchase_payment (order_id, part, attempt);

create table purchase_payment_event (
  workspace_id int not null,
  id text not null,
  payment_id int not null,
  received_at timestamptz(3) not null,
  constraint purchase_payment_event_pkey primary key (id),
  constraint purchase_payment_event_workspace_id_payment_id_fkey foreign key (workspace_id, payment_id)
    references purchase_payment (workspace_id, id) on delete cascade on update no action
);

create table purchased_domain (
  id serial not null,
  workspace_id int not null,
  order_id int not null,
  name text not null check (length(name) <= 253),
  status text not null default 'PENDING'
    check (
      status in (
        'PENDING', 'REGISTERING', 'REGISTERED', 'PUBLISHED', 'ACTIVE', 'FAILED', 'REFUNDED', 'CANCELLED', 'EXPIRED'
      )
    ),
  price_cents int not null check (price_cents >= 0),
  forwards_to text not null check (length(forwards_to) <= 253),
  failure text,
  failure_reply text,
  can_retry boolean not null default false,
  tries int not null default 0,
  records jsonb not null default '[]',
  dns_passes boolean,
  dns_checked_at timestamptz(3),
  auto_renew boolean not null default true,
  registered_at timestamptz(3),
  activated_at timestamptz(3),
  expires_at timestamptz(3),
  warned_days int,
  constraint purchased_domain_pkey primary key (id),
  constraint purchased_domain_workspace_id_order_id_fkey foreign key (workspace_id, order_id)
    references purchase_order (workspace_id, id) on delete cascade on update no action
);

create unique index purchased_domain_workspace_id_id_key on purchased_domain (workspace_id, id);

create index purchased_domain_workspace_id_order_id_idx on purchased_domain (workspace_id, order_id);

create index purchased_domain_status_dns_checked_at_idx on purchased_domain (status, dns_checked_at);

create index purchased_domain_expires_at_idx on purchased_domain (expires_at);

-- A domain belongs to one order of the installation at a time.
create unique index purchased_domain_name_key on purchased_domain (name)
  where status in ('REGISTERING', 'REGISTERED', 'PUBLISHED', 'ACTIVE');

create table purchase_renewal (
  workspace_id int not null,
  order_id int not null,
  domain_id int not null,
  -- The end before the renewal: a registrar that shows a later one has renewed already.
  expires_before timestamptz(3) not null,
  renewed_at timestamptz(3),
  constraint purchase_renewal_pkey primary key (order_id, domain_id),
  constraint purchase_renewal_workspace_id_order_id_fkey foreign key (workspace_id, order_id)
    references purchase_order (workspace_id, id) on delete cascade on update no action,
  constraint purchase_renewal_workspace_id_domain_id_fkey foreign key (workspace_id, domain_id)
    references purchased_domain (workspace_id, id) on delete cascade on update no action
);

create index purchase_renewal_domain_id_idx on purchase_renewal (domain_id);

create table purchased_mailbox (
  id serial not null,
  workspace_id int not null,
  order_id int not null,
  domain_id int not null,
  local_part text not null check (length(local_part) <= 64),
  first_name text not null,
  last_name text not null,
  picture_key text,
  status text not null default 'PENDING'
    check (
      status in (
        'PENDING', 'CREATING', 'CREATED', 'CONNECTED', 'READY', 'FAILED', 'REFUNDED', 'CANCELLED', 'EXPIRED'
      )
    ),
  price_cents int not null check (price_cents >= 0),
  failure text,
  failure_reply text,
  can_retry boolean not null default false,
  tries int not null default 0,
  sealed_password bytea,
  mailbox_id int,
  created_at timestamptz(3),
  ready_at timestamptz(3),
  renews_at timestamptz(3),
  is_cancelled boolean not null default false,
  constraint purchased_mailbox_pkey primary key (id),
  constraint purchased_mailbox_workspace_id_order_id_fkey foreign key (workspace_id, order_id)
    references purchase_order (workspace_id, id) on delete cascade on update no action,
  constraint purchased_mailbox_workspace_id_domain_id_fkey foreign key (workspace_id, domain_id)
    references purchased_domain (workspace_id, id) on delete cascade on update no action,
  constraint purchased_mailbox_workspace_id_mailbox_id_fkey foreign key (workspace_id, mailbox_id)
    references mailbox (workspace_id, id) on delete no action on update no action
);

create unique index purchased_mailbox_workspace_id_id_key on purchased_mailbox (workspace_id, id);

create index purchased_mailbox_workspace_id_order_id_idx on purchased_mailbox (workspace_id, order_id);

create index purchased_mailbox_workspace_id_mailbox_id_idx on purchased_mailbox (workspace_id, mailbox_id);

create index purchased_mailbox_renews_at_idx on purchased_mailbox (renews_at);

create unique index purchased_mailbox_domain_id_local_part_key on purchased_mailbox (domain_id, local_part)
  where status not in ('FAILED', 'REFUNDED', 'CANCELLED', 'EXPIRED');

create table purchase_event (
  id serial not null,
  workspace_id int not null,
  order_id int not null,
  at timestamptz(3) not null,
  text text not null,
  constraint purchase_event_pkey primary key (id),
  constraint purchase_event_workspace_id_order_id_fkey foreign key (workspace_id, order_id)
    references purchase_order (workspace_id, id) on delete cascade on update no action
);

create index purchase_event_workspace_id_order_id_idx on purchase_event (workspace_id, order_id);

select protect_tenant_tables();
