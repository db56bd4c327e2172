-- The history tells who had a purchased domain refunded or tried again; how its order moves on is the order's own history.
create or replace trigger audited_status
after update of status on purchased_domain
for each row
when (current_setting('app.actor', true) <> '')
execute function audit_change('purchased-domain', 'status', '', 'name');
