-- The history tells which browsers people let notify them; their addresses are secrets of those browsers.
create or replace trigger audited
after insert or delete on push_subscription
for each row
execute function audit_change('notifications', 'user_agent', 'endpoint', 'user_agent');
