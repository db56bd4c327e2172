-- A changed plan or limit counts at once for everybody in the workspace, and a disabled one lets nobody in from that moment.
create or replace trigger actor_change
after update of
  plan_type, trial_end_at, is_subscribed, subscription_end_at, feature_access, lead_limit, email_limit, disabled_at
  or delete on workspace
for each row
execute function tell_actor_change();
