-- What people do to conversations one by one is kept beside the changes of everything matching, so that it can be undone after a reload. The version before
-- writes neither column: its changes are in no list of recent ones.
alter table inbox_change
  add column is_at_once boolean not null default false,
  add column at timestamptz(3);

create index inbox_change_workspace_id_at_idx on inbox_change (workspace_id, at);

-- The newest change of everything matching is asked for with every count of the folders.
create index inbox_change_of_worker on inbox_change (workspace_id, id desc) where not is_at_once;

-- Changes are forgotten by when they ended.
create index bulk_run_inbox_change_finished_at on bulk_run (finished_at) where kind = 'INBOX_CHANGE';

-- An undo asks of each conversation whether somebody decided about it again.
create index inbox_change_row_enrolment_id_change_id_idx on inbox_change_row (enrolment_id, change_id);

-- The newest of what people wrote, planned and moved: the list of recent changes reads them by time.
create index lead_note_workspace_id_created_at_idx on lead_note (workspace_id, created_at);

-- Undoing a new task would delete what somebody wrote into it since. The version before does not say so.
alter table lead_task add column is_changed boolean not null default false;

create index lead_task_workspace_id_created_at_idx on lead_task (workspace_id, created_at);

create index reminder_workspace_id_created_at_idx on reminder (workspace_id, created_at);

create index subsequence_push_workspace_id_at_idx on subsequence_push (workspace_id, at);
