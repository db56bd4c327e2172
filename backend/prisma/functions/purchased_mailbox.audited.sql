-- The history tells who cancelled or refunded a purchased mailbox; how its order moves on is the order's own history.
create or replace trigger audited
after update of status on purchased_mailbox
for each row
when (current_setting('app.actor', true) <> '')
execute function audit_change('purchased-mailbox', 'status', '', 'local_part');
