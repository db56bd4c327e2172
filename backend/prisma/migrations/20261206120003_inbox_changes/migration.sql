create table inbox_change (
  id serial not null,
  workspace_id int not null,
  run_id int not null,
  action jsonb not null,
  who jsonb not null,
  constraint inbox_change_pkey primary key (id),
  constraint inbox_change_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action,
  constraint inbox_change_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action
);

create unique index inbox_change_workspace_id_id_key on inbox_change (workspace_id, id);

create unique index inbox_change_workspace_id_run_id_key on inbox_change (workspace_id, run_id);

create table inbox_change_row (
  workspace_id int not null,
  change_id int not null,
  enrolment_id int not null,
  outcome text check (outcome in ('CHANGED', 'SAME', 'GONE', 'RESTORED', 'KEPT')),
  before jsonb,
  after jsonb,
  constraint inbox_change_row_pkey primary key (change_id, enrolment_id),
  constraint inbox_change_row_workspace_id_change_id_fkey foreign key (workspace_id, change_id)
    references inbox_change (workspace_id, id) on delete cascade on update no action
);

-- What the lead was in the parent campaign before a person pushed it: undoing the push gives that back.
alter table subsequence_push add column parent_before jsonb;

-- An entry that somebody else asked for too, or that an opt-out needs: undoing a block leaves it.
alter table suppression add column stands_for_others boolean not null default false;

select protect_tenant_tables();
