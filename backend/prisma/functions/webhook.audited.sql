-- The history tells who changed what of webhooks.
create or replace trigger audited
after insert or delete or update of
  name, webhook_url, scope, client_id, campaign_id, event_types, categories, is_active, destination,
  channel_name, secret_sealed
on webhook
for each row
execute function audit_change(
  'webhook',
  'name webhook_url scope client_id campaign_id event_types categories is_active destination channel_name',
  'secret_sealed',
  'name'
);
