-- Verifications are runs (docs/decisions/24). Those under way are carried over with their progress, and the sweep of the new version takes them up:
-- which addresses have a result stands with the addresses. Raising the old fence makes a worker of the version before give way. The columns stay for
-- that version: carry_over_run.sql says what becomes of what it writes there, show_run_to_before.sql what it reads.
alter table verification add column run_id int;

update verification set run_id = nextval('bulk_run_id_seq'), run = run + 1;

insert into bulk_run (
  id, workspace_id, kind, status, total, done, counts, error, created_by, created_at, runs_at, started_at, finished_at,
    beat_at
)
select run_id, workspace_id, 'VERIFICATION',
  case
    when status = 'IN_PROGRESS' then 'RUNNING'
    when stopped_at is null then 'COMPLETED'
    when error is null then 'CANCELLED'
    else 'FAILED'
    end,
  greatest(total, done), done, counts, error, created_by, created_at, created_at, created_at, finished_at, to_timestamp(0)
from verification;

alter table verification
  add constraint verification_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action;

create unique index verification_workspace_id_run_id_key on verification (workspace_id, run_id);

-- Its runs are worked on by the job of all runs. A worker that is at one of the old jobs would not find it to let go of its queue.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    with gone as (
      delete from graphile_worker._private_jobs j
      using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'main.run-verification'
      returning j.job_queue_id, j.locked_by
    )
    update graphile_worker._private_job_queues q
    set locked_at = null, locked_by = null
    from gone
    where q.id = gone.job_queue_id and q.locked_by = gone.locked_by;
  end if;
end
$$;
