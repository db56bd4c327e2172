-- A notice when an import of leads ends, whether it worked or not.
create or replace function notice_of_upload()
returns trigger
language plpgsql
as $$
begin
  perform write_notice(
    new.workspace_id,
    (select client_id from campaign where workspace_id = new.workspace_id and id = new.campaign_id),
    case new.status when 'FAILED' then 'import-failed' else 'import-finished' end,
    jsonb_build_object(
      'upload_id', new.id,
      'file_name', new.file_name,
      'campaign_id', new.campaign_id,
      'counts', new.counts,
      'rows', new.rows_done,
      'error', new.error
    ),
    'import:' || new.id || ':' || new.run || ':' || new.status
  );
  return null;
end
$$;
