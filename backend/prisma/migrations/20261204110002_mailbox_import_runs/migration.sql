-- contract: nothing uses these columns of mailbox_import since runs of every kind have one table (docs/decisions/24).
alter table mailbox_import add column run_id int;

update mailbox_import set run_id = nextval('bulk_run_id_seq');

insert into bulk_run (
  id, workspace_id, kind, status, fence, total, done, counts, error, acting, created_by, created_at, runs_at, started_at,
    finished_at, beat_at
)
select i.run_id, i.workspace_id, 'MAILBOX_IMPORT', i.status, i.run, i.rows_total, coalesce(r.done, 0),
  coalesce(r.counts, '{}'), i.error, i.acting, i.created_by, i.created_at, coalesce(i.started_at, i.created_at),
  i.started_at, i.finished_at, to_timestamp(0)
from mailbox_import i
left join (
  select workspace_id, import_id, sum(count)::int as done, jsonb_object_agg(outcome, count) as counts
  from (
    select workspace_id, import_id, outcome, count(*)::int as count
    from mailbox_import_row
    where outcome is not null
    group by workspace_id, import_id, outcome
  ) o
  group by workspace_id, import_id
) r on r.workspace_id = i.workspace_id and r.import_id = i.id;

alter table mailbox_import
  alter column run_id set not null,
  add constraint mailbox_import_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action,
  drop column status,
  drop column run,
  drop column rows_total,
  drop column error,
  drop column acting,
  drop column created_by,
  drop column created_at,
  drop column started_at,
  drop column finished_at;

create unique index mailbox_import_workspace_id_run_id_key on mailbox_import (workspace_id, run_id);

-- Its runs are worked on by the job of all runs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'main.import-mailboxes';
  end if;
end
$$;
