-- The history tells who logged in and out, and whose sessions were ended.
create or replace trigger audited
after insert or update of revoked_at on user_session
for each row
execute function audit_change(
  'session',
  'revoked_at',
  '',
  'user_agent'
);
