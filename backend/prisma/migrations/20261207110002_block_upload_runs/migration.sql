-- Uploads of the block list are runs (docs/decisions/24). Those under way, and undoing, are carried over with their rows behind, and the sweep of the
-- new version takes them up at the next row. Raising the old fence makes a worker of the version before give way. The columns stay for that version:
-- carry_over_run.sql says what becomes of what it writes there, show_run_to_before.sql what it reads.
alter table block_upload add column run_id int;

update block_upload set run_id = nextval('bulk_run_id_seq'), run = run + 1;

insert into bulk_run (
  id, workspace_id, kind, status, total, done, counts, error, created_by, created_at, runs_at, started_at, finished_at,
    beat_at
)
select run_id, workspace_id, 'BLOCK_UPLOAD',
  case status when 'IMPORTING' then 'RUNNING' when 'CANCELLING' then 'CANCELLED' else status end,
  greatest(coalesce(rows_total, 0), rows_done), rows_done, counts, error, created_by, created_at,
  coalesce(started_at, created_at), started_at, finished_at, to_timestamp(0)
from block_upload;

alter table block_upload
  add constraint block_upload_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action;

create unique index block_upload_workspace_id_run_id_key on block_upload (workspace_id, run_id);

-- Its runs are worked on by the job of all runs. The jobs of cancelled uploads, which stop the leads of what is on the list and let go of the file,
-- become jobs of that name, in the queue of the runs. A worker that is at one of the old jobs would not find it to let go of its queue.
do $$
declare
  upload record;
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    for upload in
      select u.workspace_id, u.id
      from block_upload u
      join graphile_worker._private_jobs j on (j.payload ->> 'uploadId')::int = u.id
      join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'main.import-block-list'
      where u.status = 'CANCELLED'
    loop
      perform graphile_worker.add_job(
        'main.settle-block-upload',
        json_build_object('workspaceId', upload.workspace_id, 'uploadId', upload.id),
        queue_name => 'BLOCK_UPLOAD-' || upload.workspace_id,
        max_attempts => 25,
        job_key => 'settle-block-upload-' || upload.id
      );
    end loop;
    with gone as (
      delete from graphile_worker._private_jobs j
      using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier in ('main.import-block-list', 'main.undo-block-list')
      returning j.job_queue_id, j.locked_by
    )
    update graphile_worker._private_job_queues q
    set locked_at = null, locked_by = null
    from gone
    where q.id = gone.job_queue_id and q.locked_by = gone.locked_by;
  end if;
end
$$;
