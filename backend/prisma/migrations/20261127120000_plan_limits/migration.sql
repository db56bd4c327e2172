-- The limits that packs and tiers set belong to the plan as it counts: without plans there are none.
create or replace view "workspace_plan" with (security_invoker = true) as
  select w.id,
    coalesce(i.plans = 'none', false) as is_unlimited,
    case when coalesce(i.plans = 'none', false) then 'enterprise' else w.plan_type end as plan_type,
    w.trial_start_at,
    w.trial_end_at,
    coalesce(i.plans = 'none', false) or w.is_subscribed as is_subscribed,
    case when coalesce(i.plans = 'none', false) then null else w.subscription_end_at end as subscription_end_at,
    case when coalesce(i.plans = 'none', false) then null else w.lead_limit end as lead_limit,
    case when coalesce(i.plans = 'none', false) then null else w.email_limit end as email_limit,
    w.lead_credits_used,
    w.email_credits_used,
    w.email_period_start,
    case when coalesce(i.plans = 'none', false) then '{}'::jsonb else w.feature_access end as feature_access,
    w.disabled_at,
    case when coalesce(i.plans = 'none', false) then null else w.sender_limit end as sender_limit,
    case when coalesce(i.plans = 'none', false) then null else w.sequence_limit end as sequence_limit,
    case when coalesce(i.plans = 'none', false) then null else w.monitor_limit end as monitor_limit
  from "workspace" w
  left join "installation" i on i.id = 1;

-- Emails that a client's campaigns sent since the workspace's month began, against what its agency assigned.
alter table "agency_client" add column email_credits_used int not null default 0;
