-- The enterprise deliverability subscription of a workspace: what was asked for, and what an operator granted until when.

create table deliverability_subscription (
  workspace_id int not null,
  requested_monitors int,
  requested_at timestamptz(3),
  requested_by int,
  note text not null default '',
  monitors int,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  is_ending boolean not null default false,
  constraint deliverability_subscription_pkey primary key (workspace_id),
  constraint deliverability_subscription_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

select protect_tenant_tables();

-- While it runs, placement tests are open whatever the plan, and its monitors come on top of the plan's.
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
    case
      when coalesce(i.plans = 'none', false) then '{}'::jsonb
      when d.monitors is not null then coalesce(w.feature_access, '{}'::jsonb) || '{"smart_delivery": true}'::jsonb
      else w.feature_access
    end as feature_access,
    w.disabled_at,
    case when coalesce(i.plans = 'none', false) then null else w.sender_limit end as sender_limit,
    case when coalesce(i.plans = 'none', false) then null else w.sequence_limit end as sequence_limit,
    case when coalesce(i.plans = 'none', false) then null else w.monitor_limit end as monitor_limit,
    coalesce(d.monitors, 0) as extra_monitors
  from "workspace" w
  left join "installation" i on i.id = 1
  left join deliverability_subscription d on d.workspace_id = w.id and d.ends_at > now();
