-- What people do to conversations one by one is kept beside the changes of everything matching, so that it can be undone after a reload. The version before
-- writes neither column: its changes are in no list of recent ones.
alter table inbox_change
  add column is_at_once boolean not null default false,
  add column at timestamptz(3);

create index inbox_change_workspace_id_at_idx on inbox_change (workspace_id, at);

-- The newest of what people wrote, planned and moved: the list of recent changes reads them by time.
create index lead_note_workspace_id_created_at_idx on lead_note (workspace_id, created_at);

create index lead_task_workspace_id_created_at_idx on lead_task (workspace_id, created_at);

create index reminder_workspace_id_created_at_idx on reminder (workspace_id, created_at);

create index subsequence_push_workspace_id_at_idx on subsequence_push (workspace_id, at);
