-- contract: nothing uses these columns of mailbox_change since runs of every kind have one table (docs/decisions/24).
-- They go in the same step, so that a worker of the version before cannot continue under its own fence: its batch fails, and the run is taken up
-- by the new version's sweep.
create table bulk_run (
  id serial not null,
  workspace_id int not null,
  kind text not null check (char_length(kind) between 1 and 40),
  status text not null
    check (status in ('UPLOADED', 'WAITING', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED', 'UNDOING', 'UNDONE')),
  fence int not null default 0,
  place jsonb,
  total int not null default 0,
  done int not null default 0,
  counts jsonb not null default '{}',
  error text,
  acting jsonb,
  created_by int,
  created_at timestamptz(3) not null default current_timestamp,
  runs_at timestamptz(3) not null default current_timestamp,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  beat_at timestamptz(3) not null default current_timestamp,
  constraint bulk_run_pkey primary key (id),
  constraint bulk_run_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create unique index bulk_run_workspace_id_id_key on bulk_run (workspace_id, id);

create index bulk_run_status_beat_at_idx on bulk_run (status, beat_at);

alter table mailbox_change add column run_id int;

update mailbox_change set run_id = nextval('bulk_run_id_seq');

insert into bulk_run (
  id, workspace_id, kind, status, fence, total, done, counts, error, acting, created_by, created_at, runs_at, started_at,
    finished_at, beat_at
)
select c.run_id, c.workspace_id, 'MAILBOX_CHANGE', c.status, c.run, coalesce(r.total, 0), coalesce(r.done, 0),
  coalesce(r.counts, '{}'), c.error, c.acting, c.created_by, c.created_at, c.runs_at,
  case when c.status <> 'WAITING' then c.runs_at end, c.finished_at, to_timestamp(0)
from mailbox_change c
left join (
  select workspace_id, change_id, sum(count)::int as total, coalesce(sum(count) filter (where outcome is not null), 0)::int as done,
    coalesce(jsonb_object_agg(outcome, count) filter (where outcome is not null), '{}') as counts
  from (
    select workspace_id, change_id, outcome, count(*)::int as count
    from mailbox_change_row
    group by workspace_id, change_id, outcome
  ) o
  group by workspace_id, change_id
) r on r.workspace_id = c.workspace_id and r.change_id = c.id;

alter table mailbox_change
  alter column run_id set not null,
  add constraint mailbox_change_workspace_id_run_id_fkey foreign key (workspace_id, run_id)
    references bulk_run (workspace_id, id) on delete cascade on update no action,
  drop column status,
  drop column run,
  drop column runs_at,
  drop column error,
  drop column acting,
  drop column created_by,
  drop column created_at,
  drop column finished_at;

create unique index mailbox_change_workspace_id_run_id_key on mailbox_change (workspace_id, run_id);

select protect_tenant_tables();

-- Its runs are worked on by the job of all runs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'main.change-mailboxes';
  end if;
end
$$;
