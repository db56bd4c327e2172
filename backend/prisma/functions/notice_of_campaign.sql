-- A notice when a campaign completes or the bounce guard pauses it.
create or replace function notice_of_campaign()
returns trigger
language plpgsql
as $$
begin
  perform write_notice(
    new.workspace_id,
    new.client_id,
    case new.status when 'PAUSED' then 'campaign-paused' else 'campaign-completed' end,
    jsonb_build_object('campaign_id', new.id, 'name', new.name, 'detail', new.status_detail),
    case new.status when 'PAUSED' then 'campaign-paused:' else 'campaign-completed:' end
      || new.id || ':' || extract(epoch from new.status_changed_at)
  );
  return null;
end
$$;
