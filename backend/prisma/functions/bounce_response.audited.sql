-- The history tells what was slowed down, rested or held because of bounces, and when that ended.
create or replace trigger audited
after insert or update of
  ended_at, end_reason
on bounce_response
for each row
execute function audit_change(
  'bounce-response',
  'scope reaction reason until end_reason',
  '',
  'label'
);
