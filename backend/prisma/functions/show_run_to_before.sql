-- Shows the version before what became of a run, in the columns where it keeps that: its pages are right while both versions work side by side, and
-- when somebody goes back to it, uploads that are over are over there too. Between two changes of its status a run's progress is not shown.
-- What never began keeps the number of rows that its file was found to have.
create or replace function show_run_to_before()
returns trigger
language plpgsql
as $$
begin
  -- What came from that version is there already.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if new.kind = 'VERIFICATION' then
    update verification
    set status = case when new.status = 'RUNNING' then 'IN_PROGRESS' else 'COMPLETED' end,
      total = new.total,
      done = new.done,
      counts = new.counts,
      error = new.error,
      stopped_at = case when new.status in ('CANCELLED', 'FAILED') then new.finished_at end,
      finished_at = new.finished_at
    where workspace_id = new.workspace_id and run_id = new.id;
  elsif new.kind = 'BLOCK_UPLOAD' then
    update block_upload
    set status = case when new.status = 'RUNNING' then 'IMPORTING' else new.status end,
      rows_total = case when new.started_at is null then rows_total else new.total end,
      rows_done = new.done,
      counts = new.counts,
      error = new.error,
      started_at = new.started_at,
      finished_at = new.finished_at
    where workspace_id = new.workspace_id and run_id = new.id;
  else
    update lead_upload
    set status = case when new.status = 'RUNNING' then 'IMPORTING' else new.status end,
      rows_total = case when new.started_at is null then rows_total else new.total end,
      rows_done = new.done,
      counts = new.counts,
      error = new.error,
      started_at = new.started_at,
      finished_at = new.finished_at
    where workspace_id = new.workspace_id and run_id = new.id;
  end if;
  return null;
end
$$;
