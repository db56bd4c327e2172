-- Where the journal outside the database is written, and what of the block lists is not in it yet.
create table journal_place (
  id int not null default 1,
  place uuid not null,
  is_split boolean not null default false,
  written_at timestamptz(3) not null default clock_timestamp(),
  constraint journal_place_pkey primary key (id)
);

create table opt_out_queue (
  id bigserial not null,
  workspace_id int not null,
  change text not null,
  kind text not null,
  value text not null,
  client_scope int not null,
  source text not null,
  reason text,
  constraint opt_out_queue_pkey primary key (id),
  constraint opt_out_queue_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update cascade
);

create index opt_out_queue_workspace_id_idx on opt_out_queue (workspace_id);

-- A provider that did not file an email within a minute gets the copies of the next ones at once.
alter table mailbox add column copies_at_once boolean not null default false;

select protect_tenant_tables();
