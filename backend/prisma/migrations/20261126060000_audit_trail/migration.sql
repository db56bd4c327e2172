-- One trail of every change of a setting: who, from where, before and after, and the effect in numbers.

alter table audit_entry
  add column name text not null default '',
  add column via text not null default 'session',
  add column api_key_id integer,
  add column ip text,
  add column user_agent text,
  add column request_id text,
  add column route text,
  add column changes jsonb not null default '{}',
  add column change_key text,
  add column undoes_id bigint,
  add constraint audit_entry_via check (via in ('session', 'api-key', 'link', 'operator', 'system'));

create unique index audit_entry_workspace_id_id_key on audit_entry (workspace_id, id);
create index audit_entry_workspace_id_change_key_idx on audit_entry (workspace_id, change_key);
create index audit_entry_workspace_id_undoes_id_idx on audit_entry (workspace_id, undoes_id);

-- What an entry is about. A bulk change is one entry with many objects.
create table audit_object (
  workspace_id integer not null,
  entry_id bigint not null,
  object_id text not null,
  label text not null default '',
  effect jsonb not null default '{}',
  constraint audit_object_pkey primary key (entry_id, object_id),
  constraint audit_object_entry_fkey foreign key (workspace_id, entry_id) references audit_entry (workspace_id, id) on delete cascade on update no action
);
create index audit_object_workspace_id_object_id_idx on audit_object (workspace_id, object_id);
create index audit_object_workspace_id_entry_id_idx on audit_object (workspace_id, entry_id);

-- How long entries are kept, in days.
alter table workspace
  add column audit_days integer not null default 730,
  add constraint workspace_audit_days check (audit_days in (90, 180, 365, 730, 1825));

select protect_tenant_tables();

-- Nothing of the trail can be changed, and no tenant can delete from it. What is older than its retention is deleted by a job.
revoke update, delete on audit_entry, audit_object from skein_app;
revoke update on audit_entry, audit_object from skein_system;
