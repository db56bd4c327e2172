-- The history tells who asked for, granted and ended the deliverability subscription.
create or replace trigger audited
after insert or delete or update of requested_monitors, monitors, ends_at, is_ending
on deliverability_subscription
for each row
execute function audit_change('subscription', 'requested_monitors monitors ends_at is_ending', '', 'monitors');
