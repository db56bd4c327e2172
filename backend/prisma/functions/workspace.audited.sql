-- The history tells who changed what of the workspace and its plan.
create or replace trigger audited
after insert or delete or update of
  name, plan_type, is_subscribed, trial_end_at, subscription_end_at, feature_access, lead_limit, email_limit,
  sender_limit, sequence_limit, monitor_limit, disabled_at, disabled_reason, delete_at, audit_days
on workspace
for each row
execute function audit_change(
  'workspace',
  'name plan_type is_subscribed trial_end_at subscription_end_at feature_access lead_limit email_limit sender_limit sequence_limit monitor_limit disabled_at disabled_reason delete_at audit_days',
  '',
  'name'
);
