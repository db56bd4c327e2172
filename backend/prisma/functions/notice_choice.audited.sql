-- The history tells what people chose to be notified of.
create or replace trigger audited
after insert or delete or update of in_app, by_mail, by_push, by_slack, by_webhook on notice_choice
for each row
execute function audit_change('notifications', 'in_app by_mail by_push by_slack by_webhook', '', 'kind');
