-- The version before keeps the state and the progress of an export or import of a workspace in the row itself. While both versions work side by side,
-- what people start, stop and resume there reaches the row's run. What its workers write there is passed over, so that they give way: only this
-- version works on runs. show_archive_to_before is the way back.
create or replace function carry_over_archive()
returns trigger
language plpgsql
as $$
declare
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
  if tg_op = 'INSERT' then
    insert into bulk_run (workspace_id, kind, status, created_by, created_at, runs_at, started_at, beat_at)
    values (
      new.workspace_id, tg_argv[0], 'RUNNING', new.created_by, new.created_at, to_timestamp(0), new.created_at,
        to_timestamp(0)
    )
    returning id into new.run_id;
    return new;
  end if;
  if new.state = old.state or new.state not in ('CANCELLED', 'RUNNING') then
    return null;
  end if;
  update bulk_run
  set status = new.state,
    fence = fence + 1,
    error = null,
    finished_at = new.finished_at,
    beat_at = to_timestamp(0)
  where workspace_id = new.workspace_id
    and id = new.run_id
    and case new.state when 'CANCELLED' then status = 'RUNNING' else status in ('CANCELLED', 'FAILED') end;
  if not found then
    return null;
  end if;
  perform write_audit_entry(
    new.workspace_id, tg_argv[1], 'changed', new.id::text, coalesce(to_jsonb(new) ->> 'file_name', new.id::text),
    jsonb_build_object('state', jsonb_build_array(old.state, new.state))
  );
  return new;
end
$$;
