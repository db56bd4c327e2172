-- Shows the version before what became of an export or import of a workspace, in the columns where it keeps that: its pages are right while both
-- versions work side by side. Between two changes of its status a run's progress is not shown.
create or replace function show_archive_to_before()
returns trigger
language plpgsql
as $$
declare
  shown text := case
    when new.status = 'COMPLETED' then 'DONE'
    when new.status in ('CANCELLED', 'FAILED') then new.status
    else 'RUNNING'
  end;
begin
  -- What came from that version is there already.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if new.kind = 'WORKSPACE_EXPORT' then
    update workspace_export
    set state = shown,
      stage = coalesce(new.place ->> 'stage', stage),
      rows_total = new.total,
      rows_done = new.done,
      files = coalesce((new.counts ->> 'files')::int, 0),
      error_text = new.error,
      finished_at = new.finished_at
    where workspace_id = new.workspace_id and run_id = new.id;
  else
    update workspace_import
    set state = shown,
      stage = coalesce(new.place ->> 'stage', stage),
      rows_total = new.total,
      rows_done = new.done,
      error_text = new.error,
      finished_at = new.finished_at
    where workspace_id = new.workspace_id and run_id = new.id;
  end if;
  return null;
end
$$;
