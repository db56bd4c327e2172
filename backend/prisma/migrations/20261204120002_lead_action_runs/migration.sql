-- contract: nothing uses these columns of lead_action since runs of every kind have one table (docs/decisions/24).
alter table lead_action add column run_id int;

update lead_action set run_id = nextval('bulk_run_id_seq');

-- The place is a lead's number, as it was. Leads that changed are one more outcome among the reasons of the others.
insert into bulk_run (
  id, workspace_id, kind, status, fence, place, total, done, counts, error, created_by, created_at, runs_at, started_at,
    finished_at, beat_at
)
select run_id, workspace_id, 'LEAD_ACTION', status, run, to_jsonb(place), total, done,
  reasons || case when changed > 0 then jsonb_build_object('CHANGED', changed) else '{}' end, error, created_by,
  created_at, runs_at, case when status <> 'WAITING' then runs_at end, finished_at, to_timestamp(0)
from lead_action;

alter table lead_action
  alter column run_id set not null,
  add constraint lead_action_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action,
  drop column status,
  drop column total,
  drop column done,
  drop column changed,
  drop column reasons,
  drop column place,
  drop column run,
  drop column error,
  drop column created_by,
  drop column runs_at,
  drop column created_at,
  drop column finished_at;

create unique index lead_action_workspace_id_run_id_key on lead_action (workspace_id, run_id);

-- Its runs are worked on by the job of all runs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'main.run-lead-action';
  end if;
end
$$;
