-- The version before keeps the status and the progress of a verification or an upload in the row itself. While both versions work side by side, what
-- it writes there reaches the row's run, and its workers are refused: only this version works on runs. show_run_to_before is the way back.
create or replace function carry_over_run()
returns trigger
language plpgsql
as $$
declare
  given jsonb := to_jsonb(new);
  run_status text := case
    when new.status in ('IN_PROGRESS', 'IMPORTING') then 'RUNNING'
    when new.status = 'CANCELLING' then 'CANCELLED'
    when new.status = 'COMPLETED' and given ->> 'stopped_at' is not null then
      case when new.error is null then 'CANCELLED' else 'FAILED' end
    else new.status
  end;
  rows_done int := coalesce(given ->> 'rows_done', given ->> 'done')::int;
  rows_total int := greatest(coalesce(given ->> 'rows_total', given ->> 'total', '0')::int, rows_done);
  run bulk_run;
begin
  -- What this version shows to the version before came from the run.
  if pg_trigger_depth() > 1 then
    return new;
  end if;
  if tg_op = 'INSERT' and new.run_id is not null then
    select * into run from bulk_run where workspace_id = new.workspace_id and id = new.run_id;
    if found then
      new.created_by := run.created_by;
      new.created_at := run.created_at;
    end if;
    return new;
  end if;
  if new.run_id is null then
    insert into bulk_run (
      workspace_id, kind, status, total, done, counts, error, created_by, created_at, runs_at, started_at, finished_at,
        beat_at
    )
    values (
      new.workspace_id, tg_argv[0], run_status, rows_total, rows_done, new.counts, new.error, new.created_by,
        new.created_at, new.created_at, (given ->> 'started_at')::timestamptz, new.finished_at, to_timestamp(0)
    )
    returning id into new.run_id;
    return new;
  end if;
  if new.status = old.status and new.run <> old.run then
    raise exception 'A newer version works on this %.', tg_table_name;
  end if;
  update bulk_run
  set status = run_status,
    fence = fence + 1,
    total = case when run_status in ('UPLOADED', 'RUNNING') then rows_total else total end,
    done = case when run_status in ('UPLOADED', 'RUNNING') then rows_done else done end,
    counts = case when run_status in ('UPLOADED', 'RUNNING') then new.counts else counts end,
    error = new.error,
    started_at = coalesce(started_at, (given ->> 'started_at')::timestamptz),
    finished_at = coalesce(finished_at, new.finished_at),
    beat_at = to_timestamp(0)
  where workspace_id = new.workspace_id
    and id = new.run_id
    and case
      -- An upload may be looked at again and again before it begins.
      when new.status = old.status then status = run_status and (fence = 0 or status = 'UPLOADED')
      when run_status = 'RUNNING' then status = 'UPLOADED'
      when run_status in ('UNDOING', 'UNDONE') then status not in ('RUNNING', 'UNDONE')
      else status in ('UPLOADED', 'RUNNING')
    end;
  -- As settleBlockUpload does at every end of a run of this version.
  if found and tg_table_name = 'block_upload' and run_status = 'CANCELLED' then
    perform enqueue_job(
      'main.settle-block-upload', json_build_object('workspaceId', new.workspace_id, 'uploadId', new.id),
      'BLOCK_UPLOAD-' || new.workspace_id, null, 25, 'settle-block-upload-' || new.id, null, null
    );
  end if;
  return new;
end
$$;
