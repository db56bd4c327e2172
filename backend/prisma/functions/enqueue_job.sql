-- How a transaction of skein_app or skein_system enqueues a job: it runs as the owner, so that neither role can read the queue, which holds the
-- payloads of all workspaces.
create or replace function enqueue_job(
  task text,
  payload json,
  queue text,
  run_at timestamptz,
  attempts int,
  key text,
  key_mode text,
  priority int
)
returns bigint
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  select (
    graphile_worker.add_job(
      identifier => task,
      payload => payload,
      queue_name => queue,
      run_at => run_at,
      max_attempts => attempts,
      job_key => key,
      priority => priority,
      job_key_mode => coalesce(key_mode, 'replace')
    )
  ).id
$$;

revoke all on function enqueue_job from public;
grant execute on function enqueue_job to skein_app, skein_system;
