-- Imports of leads are runs (docs/decisions/24). Those under way are carried over with their rows behind, and the sweep of the new version takes them
-- up at the next row. Raising the old fence makes a worker of the version before give way. The columns stay for that version: carry_over_run.sql says
-- what becomes of what it writes there, show_run_to_before.sql what it reads.
alter table lead_upload add column run_id int;

update lead_upload set run_id = nextval('bulk_run_id_seq'), run = run + 1;

insert into bulk_run (
  id, workspace_id, kind, status, total, done, counts, error, created_by, created_at, runs_at, started_at, finished_at,
    beat_at
)
select run_id, workspace_id, 'LEAD_UPLOAD',
  case status when 'IMPORTING' then 'RUNNING' when 'CANCELLING' then 'CANCELLED' else status end,
  greatest(coalesce(rows_total, 0), rows_done), rows_done, counts, error, created_by, created_at,
  coalesce(started_at, created_at), started_at, finished_at, to_timestamp(0)
from lead_upload;

alter table lead_upload
  add constraint lead_upload_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action;

create unique index lead_upload_workspace_id_run_id_key on lead_upload (workspace_id, run_id);

-- Its runs are worked on by the job of all runs. A worker that is at one of the old jobs would not find it to let go of its queue.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    with gone as (
      delete from graphile_worker._private_jobs j
      using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'main.import-leads'
      returning j.job_queue_id, j.locked_by
    )
    update graphile_worker._private_job_queues q
    set locked_at = null, locked_by = null
    from gone
    where q.id = gone.job_queue_id and q.locked_by = gone.locked_by;
  end if;
end
$$;
