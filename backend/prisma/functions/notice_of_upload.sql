-- A notice when an import of leads ends, whether it worked or not: a run of that kind.
create or replace function notice_of_upload()
returns trigger
language plpgsql
as $$
declare
  upload lead_upload;
begin
  select * into upload from lead_upload where workspace_id = new.workspace_id and run_id = new.id;
  perform write_notice(
    new.workspace_id,
    (select client_id from campaign where workspace_id = new.workspace_id and id = upload.campaign_id),
    case new.status when 'FAILED' then 'import-failed' else 'import-finished' end,
    jsonb_build_object(
      'upload_id', upload.id,
      'file_name', upload.file_name,
      'campaign_id', upload.campaign_id,
      'counts', new.counts,
      'rows', new.done,
      'error', new.error
    ),
    'import:' || upload.id || ':' || new.fence || ':' || new.status
  );
  return null;
end
$$;
