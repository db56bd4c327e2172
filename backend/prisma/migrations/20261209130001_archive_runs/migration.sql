-- Exports and imports of a workspace are runs (docs/decisions/24). Those under way are carried over, and the sweep of the new version takes them up: an
-- import at its next row, an export at its beginning. The columns stay for the version before: carry_over_archive.sql says what becomes of what it
-- writes there, show_archive_to_before.sql what it reads. The version after this one drops state, stage, place, rows_total, rows_done, files,
-- error_text, created_by, created_at and finished_at of both tables, and the two functions with their triggers.
-- mends rows: a restore of an older backup runs the block too.
alter table workspace_export add column run_id int;

alter table workspace_import add column run_id int;

do $$ begin
  update workspace_export set run_id = nextval('bulk_run_id_seq') where run_id is null; insert into bulk_run (
    id, workspace_id, kind, status, place, total, done, counts, error, created_by, created_at, runs_at, started_at,
      finished_at, beat_at
  )
  select run_id, workspace_id, 'WORKSPACE_EXPORT', case state when 'DONE' then 'COMPLETED' else state end,
    jsonb_build_object('stage', stage), greatest(rows_total, rows_done), rows_done, jsonb_build_object('files', files),
    error_text, created_by, created_at, created_at, created_at, finished_at, to_timestamp(0)
  from workspace_export; update workspace_import set run_id = nextval('bulk_run_id_seq') where run_id is null; insert into bulk_run (
    id, workspace_id, kind, status, place, total, done, error, created_by, created_at, runs_at, started_at, finished_at,
      beat_at
  )
  select run_id, workspace_id, 'WORKSPACE_IMPORT', case state when 'DONE' then 'COMPLETED' else state end,
    jsonb_build_object('stage', stage, 'table', 0, 'line', 0, 'file', 0) || place, greatest(rows_total, rows_done), rows_done, error_text, created_by,
    created_at, created_at, created_at, finished_at, to_timestamp(0)
  from workspace_import; end $$;

alter table workspace_export
  add constraint workspace_export_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action;

alter table workspace_import
  add constraint workspace_import_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action;

create unique index workspace_export_workspace_id_run_id_key on workspace_export (workspace_id, run_id);

create unique index workspace_import_workspace_id_run_id_key on workspace_import (workspace_id, run_id);

-- Its runs are worked on by the job of all runs.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier in ('main.workspace-export', 'main.workspace-import'); end if; end $$;
