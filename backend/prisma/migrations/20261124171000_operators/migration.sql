-- Operators run the installation: they give plans, open, disable and delete workspaces, and everything they do is written down.
alter table "workspace"
  add column "lead_limit" integer,
  add column "email_limit" integer,
  add column "disabled_at" timestamptz(3),
  add column "disabled_reason" text,
  add column "deleting_at" timestamptz(3),
  add constraint "workspace_limits" check ("lead_limit" >= 0 and "email_limit" >= 0);

alter table "app_user" add column "is_operator" boolean not null default false;

create table "installation" (
  "id" integer not null default 1,
  "plans" text not null default 'trial',
  "updated_at" timestamptz(3) not null default current_timestamp,
  constraint "installation_pkey" primary key ("id"),
  constraint "installation_only_one_row" check ("id" = 1),
  constraint "installation_plans" check ("plans" in ('trial', 'none'))
);
insert into "installation" ("id") values (1);

create table "operator_action" (
  "id" bigserial not null,
  "at" timestamptz(3) not null default current_timestamp,
  "actor" text not null,
  "action" text not null,
  "about_workspace_id" integer,
  "about_workspace_name" text,
  "about_email" text,
  "detail" jsonb not null default '{}',
  constraint "operator_action_pkey" primary key ("id")
);
create index "operator_action_about_workspace_id_id_idx" on "operator_action" ("about_workspace_id", "id");

create table "sign_up_invitation" (
  "id" serial not null,
  "email" text not null,
  "token_hash" text,
  "invited_by" text not null,
  "created_at" timestamptz(3) not null default current_timestamp,
  "expires_at" timestamptz(3) not null,
  constraint "sign_up_invitation_pkey" primary key ("id")
);
create unique index "sign_up_invitation_email_key" on "sign_up_invitation" ("email");
create unique index "sign_up_invitation_token_hash_key" on "sign_up_invitation" ("token_hash");

-- No tenant sees what operators do or whom they invited. Entries of the log are only ever added.
revoke all on "operator_action", "sign_up_invitation", "installation" from skein_app, skein_system;
grant select, insert on "operator_action" to skein_system;
grant select, insert, update, delete on "sign_up_invitation" to skein_system;
grant select on "installation" to skein_app;
grant select, insert, update on "installation" to skein_system;
grant usage, select on sequence "operator_action_id_seq", "sign_up_invitation_id_seq" to skein_system;

-- The plan of each workspace as it counts: without plans everything is unlocked. Whoever decides by the plan reads it here.
create view "workspace_plan" with (security_invoker = true) as
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
    w.disabled_at
  from "workspace" w
  left join "installation" i on i.id = 1;
grant select on "workspace_plan" to skein_app, skein_system;

-- The few workspaces whose emails must not be sent, looked up with every claim of the sender.
create index "workspace_disabled_idx" on "workspace" ("id") where "disabled_at" is not null;
