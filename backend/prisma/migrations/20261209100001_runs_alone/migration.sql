-- contract: nothing uses these since lead imports, block list uploads and verifications are runs (docs/decisions/24), which the version before was too.
-- lossless since 20261207120002_lead_upload_runs: what is dropped here is in the runs of a backup made since. A row without a run is refused.
drop trigger if exists show_to_before on bulk_run;
drop trigger if exists carry_over on verification;
drop trigger if exists carry_over on block_upload;
drop trigger if exists carry_over on lead_upload;
drop function if exists show_run_to_before();
drop function if exists carry_over_run();

-- What a version without runs of these kinds began while the database was brought up to date beside it: it has no run yet.
with begun as materialized (
  select v.*, nextval('bulk_run_id_seq')::int as new_run_id
  from verification v
  where v.run_id is null
), made as (
  insert into bulk_run (
    id, workspace_id, kind, status, total, done, counts, error, created_by, created_at, runs_at, started_at, finished_at,
      beat_at
  )
  select new_run_id, workspace_id, 'VERIFICATION',
    case
      when status = 'IN_PROGRESS' then 'RUNNING'
      when stopped_at is null then 'COMPLETED'
      when error is null then 'CANCELLED'
      else 'FAILED'
      end,
    greatest(total, done), done, counts, error, created_by, created_at, created_at, created_at, finished_at, to_timestamp(0)
  from begun
)
update verification v
set run_id = begun.new_run_id
from begun
where v.id = begun.id;

-- One that was cancelled there has the leads of its last batch to stop and its file to delete.
do $$
declare
  upload record;
begin
  for upload in
    select u.id, u.workspace_id
    from block_upload u
    where u.run_id is null and u.status in ('CANCELLED', 'CANCELLING')
  loop
    perform graphile_worker.add_job(
      'main.settle-block-upload',
      json_build_object('workspaceId', upload.workspace_id, 'uploadId', upload.id),
      queue_name => 'BLOCK_UPLOAD-' || upload.workspace_id,
      max_attempts => 25,
      job_key => 'settle-block-upload-' || upload.id
    );
  end loop;
end
$$;

with begun as materialized (
  select u.*, nextval('bulk_run_id_seq')::int as new_run_id
  from block_upload u
  where u.run_id is null
), made as (
  insert into bulk_run (
    id, workspace_id, kind, status, total, done, counts, error, created_by, created_at, runs_at, started_at, finished_at,
      beat_at
  )
  select new_run_id, workspace_id, 'BLOCK_UPLOAD',
    case status when 'IMPORTING' then 'RUNNING' when 'CANCELLING' then 'CANCELLED' else status end,
    greatest(coalesce(rows_total, 0), rows_done), rows_done, counts, error, created_by, created_at,
    coalesce(started_at, created_at), started_at, finished_at, to_timestamp(0)
  from begun
)
update block_upload u
set run_id = begun.new_run_id
from begun
where u.id = begun.id;

with begun as materialized (
  select u.*, nextval('bulk_run_id_seq')::int as new_run_id
  from lead_upload u
  where u.run_id is null
), made as (
  insert into bulk_run (
    id, workspace_id, kind, status, total, done, counts, error, created_by, created_at, runs_at, started_at, finished_at,
      beat_at
  )
  select new_run_id, workspace_id, 'LEAD_UPLOAD',
    case status when 'IMPORTING' then 'RUNNING' when 'CANCELLING' then 'CANCELLED' else status end,
    greatest(coalesce(rows_total, 0), rows_done), rows_done, counts, error, created_by, created_at,
    coalesce(started_at, created_at), started_at, finished_at, to_timestamp(0)
  from begun
)
update lead_upload u
set run_id = begun.new_run_id
from begun
where u.id = begun.id;

alter table verification
  alter column run_id set not null,
  drop column status,
  drop column run,
  drop column total,
  drop column done,
  drop column counts,
  drop column error,
  drop column created_by,
  drop column created_at,
  drop column stopped_at,
  drop column finished_at;

alter table block_upload
  alter column run_id set not null,
  drop column status,
  drop column run,
  drop column rows_done,
  drop column counts,
  drop column error,
  drop column created_by,
  drop column created_at,
  drop column started_at,
  drop column finished_at;

alter table lead_upload
  alter column run_id set not null,
  drop column status,
  drop column run,
  drop column rows_done,
  drop column counts,
  drop column error,
  drop column created_by,
  drop column created_at,
  drop column started_at,
  drop column finished_at;

drop table inbox_bulk_change;

-- Jobs of a version without these runs, put into the queue at the last moment: no worker knows their names. Their queues are unlocked, because a worker
-- whose job is gone no longer does that.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    with gone as (
      delete from graphile_worker._private_jobs j
      using graphile_worker._private_tasks t
      where t.id = j.task_id
        and t.identifier in (
          'main.import-leads', 'main.import-block-list', 'main.undo-block-list', 'main.run-verification'
        )
      returning j.job_queue_id, j.locked_by
    )
    update graphile_worker._private_job_queues q
    set locked_at = null, locked_by = null
    from gone
    where q.id = gone.job_queue_id and q.locked_by = gone.locked_by;
  end if;
end
$$;
