-- When each inbox was last read, by the database's clock: a follow-up is sent only when every inbox that could hold a reply has just been read.
-- A table of its own, because it changes often and triggers lock the mailbox's row.
create table inbox_reading (
  mailbox_id   int not null,
  workspace_id int not null,
  read_at      timestamptz(3),
  missed_at    timestamptz(3),
  primary key (mailbox_id)
);
create index inbox_reading_workspace_id_mailbox_id_idx on inbox_reading (workspace_id, mailbox_id);
alter table inbox_reading
  add constraint inbox_reading_workspace_id_mailbox_id_fkey
  foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id) on update no action on delete cascade;
alter table inbox_reading set (fillfactor = 50);
grant select, insert, update, delete on inbox_reading to skein_app, skein_system;
select protect_tenant_tables();
