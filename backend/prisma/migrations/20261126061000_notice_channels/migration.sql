-- More ways to be notified, and when: push, Slack and a webhook of one's own, digests, quiet hours, and which replies.

alter table notice_choice
  add column by_push boolean not null default false,
  add column by_slack boolean not null default false,
  add column by_webhook boolean not null default false;

create table notice_setting (
  workspace_id integer not null,
  user_id integer not null,
  digest text not null default 'off',
  digest_hour integer not null default 8,
  digest_day integer not null default 1,
  digested_at timestamptz(3),
  quiet_on boolean not null default false,
  quiet_from text not null default '20:00',
  quiet_to text not null default '08:00',
  reply_categories integer[] not null default '{}',
  reply_clients integer[] not null default '{}',
  reply_mailboxes text not null default 'all',
  slack_sealed bytea,
  slack_hint text,
  webhook_url text,
  webhook_secret_sealed bytea,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint notice_setting_pkey primary key (workspace_id, user_id),
  constraint notice_setting_user_fkey foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade on update no action,
  constraint notice_setting_digest check (digest in ('off', 'daily', 'weekly')),
  constraint notice_setting_digest_hour check (digest_hour between 0 and 23),
  constraint notice_setting_digest_day check (digest_day between 1 and 7),
  constraint notice_setting_reply_mailboxes check (reply_mailboxes in ('all', 'mine'))
);

-- A browser that a person allowed to show notifications.
create table push_subscription (
  id serial not null,
  workspace_id integer not null,
  user_id integer not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz(3) not null default current_timestamp,
  last_sent_at timestamptz(3),
  constraint push_subscription_pkey primary key (id),
  constraint push_subscription_user_fkey foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade on update no action
);
create unique index push_subscription_endpoint_key on push_subscription (endpoint);
create index push_subscription_workspace_id_user_id_idx on push_subscription (workspace_id, user_id);

select protect_tenant_tables();

-- The look for tasks whose time has come goes over all workspaces.
create index lead_task_due_at_idx on lead_task (due_at);
