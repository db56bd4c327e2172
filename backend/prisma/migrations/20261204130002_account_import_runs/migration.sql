-- contract: nothing uses these columns of account_import since runs of every kind have one table (docs/decisions/24).
alter table account_import add column run_id int;

update account_import set run_id = nextval('bulk_run_id_seq');

insert into bulk_run (
  id, workspace_id, kind, status, place, total, done, counts, error, created_by, created_at, runs_at, started_at,
    finished_at, beat_at
)
select a.run_id, a.workspace_id, 'ACCOUNT_IMPORT', case a.state when 'DONE' then 'COMPLETED' else a.state end,
  jsonb_build_object('stage', a.stage, 'cursor', a.cursor), coalesce(i.total, 0), coalesce(i.done, 0), a.counts,
  a.error_text, a.created_by, a.created_at, a.created_at, a.created_at, a.finished_at, to_timestamp(0)
from account_import a
left join (
  select workspace_id, import_id, count(*)::int as total, (count(*) filter (where state = 'DONE'))::int as done
  from account_import_item
  where kind = 'CAMPAIGN'
  group by workspace_id, import_id
) i on i.workspace_id = a.workspace_id and i.import_id = a.id;

-- It was about the state; its file makes it again.
drop trigger if exists audited on account_import;

alter table account_import
  alter column run_id set not null,
  add constraint account_import_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action,
  drop column state,
  drop column stage,
  drop column cursor,
  drop column counts,
  drop column error_code,
  drop column error_text,
  drop column created_by,
  drop column created_at,
  drop column finished_at;

create unique index account_import_workspace_id_run_id_key on account_import (workspace_id, run_id);

-- Its runs are worked on by the job of all runs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'main.account-import';
  end if;
end
$$;
