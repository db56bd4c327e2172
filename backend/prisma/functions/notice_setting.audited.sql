-- The history tells when and where people chose to be notified.
create or replace trigger audited
after insert or delete or update of
  digest, digest_hour, digest_day, quiet_on, quiet_from, quiet_to, reply_categories, reply_clients, reply_mailboxes,
  webhook_url, slack_sealed, webhook_secret_sealed
on notice_setting
for each row
execute function audit_change(
  'notifications',
  'digest digest_hour digest_day quiet_on quiet_from quiet_to reply_categories reply_clients reply_mailboxes webhook_url',
  'slack_sealed webhook_secret_sealed',
  'digest'
);
