-- A notice when the deliveries of a webhook are given up: once a day and webhook, not once a delivery.
create or replace function notice_of_delivery()
returns trigger
language plpgsql
as $$
declare
  hook record;
begin
  select id, name, client_id
  into hook
  from webhook
  where workspace_id = new.workspace_id
    and id = new.webhook_id;
  perform write_notice(
    new.workspace_id,
    hook.client_id,
    'webhook-failing',
    jsonb_build_object(
      'webhook_id', hook.id,
      'name', hook.name,
      'status', new.last_status,
      'error', left(coalesce(new.last_error, ''), 300)
    ),
    'webhook-failing:' || hook.id || ':' || current_date
  );
  return null;
end
$$;
