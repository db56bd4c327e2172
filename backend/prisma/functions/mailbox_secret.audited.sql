-- The history tells who replaced a mailbox's password. Tokens that the product renews by itself are no change of a setting.
create or replace trigger audited
after update of sealed on mailbox_secret
for each row
when (current_setting('app.actor', true) <> '')
execute function audit_change(
  'mailbox-password',
  '',
  'sealed',
  'kind'
);
