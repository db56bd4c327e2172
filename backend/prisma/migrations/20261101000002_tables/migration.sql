-- Every table, in the order of the schema files (backend/prisma/schema), which say what the tables and columns mean.

-- --- The installation ----------------------------------------------------------------------------------------------

create table instance (
  id                    int not null default 1,
  identity              uuid not null,
  system_identifier     text not null,
  database_name         text not null,
  timeline              int not null,
  starts                int not null default 0,
  sending_paused_reason text,
  sending_paused_at     timestamptz(3),
  confirmed_at          timestamptz(3),
  confirmed_by          text,
  created_at            timestamptz(3) not null default current_timestamp,
  constraint instance_only_one_row check (id = 1),
  primary key (id)
);

create table instance_clock (
  id              int not null default 1,
  anchor_campaign timestamptz(3) not null,
  anchor_real     timestamptz(3) not null,
  floor_campaign  timestamptz(3) not null,
  floor_real      timestamptz(3) not null,
  scale           int not null,
  revision        int not null default 1,
  constraint instance_clock_only_one_row check (id = 1),
  constraint instance_clock_scale check (scale >= 1 and scale <= 1440),
  primary key (id)
);

create table worker_heartbeat (
  worker_id  text not null,
  host       text not null,
  pid        int not null,
  started_at timestamptz(3) not null default current_timestamp,
  beat_at    timestamptz(3) not null default current_timestamp,
  primary key (worker_id)
);

-- --- Workspaces, people, keys --------------------------------------------------------------------------------------

create table workspace (
  id                  serial,
  uuid                uuid not null default gen_random_uuid(),
  name                text not null,
  plan_type           text not null default 'trial',
  trial_start_at      timestamptz(3),
  trial_end_at        timestamptz(3),
  is_subscribed       boolean not null default false,
  subscription_end_at timestamptz(3),
  lead_credits_used   int not null default 0,
  email_credits_used  int not null default 0,
  email_period_start  timestamptz(3) not null default current_timestamp,
  feature_access      jsonb not null default '{}',
  is_demo             boolean not null default false,
  created_at          timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table app_user (
  id                       serial,
  workspace_id             int not null,
  uuid                     uuid not null default gen_random_uuid(),
  client_id                int,
  email                    text not null,
  name                     text,
  role                     text not null default 'OWNER',
  status                   text not null default 'active',
  designation              text,
  profile_pic_url          text,
  password_hash            text,
  is_email_verified        boolean not null default false,
  has_onboarding_completed boolean not null default false,
  onboarding_stage         int not null default 0,
  show_guidance            boolean not null default true,
  time_zone                text,
  preferences              jsonb not null default '{}',
  two_factor_secret        bytea,
  two_factor_on_at         timestamptz(3),
  two_factor_last_step     int,
  two_factor_pending       bytea,
  two_factor_pending_at    timestamptz(3),
  referral_code            text,
  created_at               timestamptz(3) not null default current_timestamp,
  last_login_at            timestamptz(3),
  primary key (id)
);

create table user_session (
  id            uuid not null default gen_random_uuid(),
  workspace_id  int not null,
  user_id       int not null,
  refresh_hash  text not null,
  previous_hash text,
  rotated_at    timestamptz(3),
  expires_at    timestamptz(3) not null,
  revoked_at    timestamptz(3),
  created_at    timestamptz(3) not null default current_timestamp,
  last_used_at  timestamptz(3) not null default current_timestamp,
  user_agent    text,
  ip            text,
  primary key (id)
);

create table email_token (
  id           serial,
  workspace_id int not null,
  user_id      int not null,
  kind         text not null,
  token_hash   text not null,
  expires_at   timestamptz(3) not null,
  used_at      timestamptz(3),
  attempts     int not null default 0,
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table recovery_code (
  id           serial,
  workspace_id int not null,
  user_id      int not null,
  code_hash    text not null,
  used_at      timestamptz(3),
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table attempt_count (
  key    character varying(255) not null,
  points int not null default 0,
  expire bigint,
  primary key (key)
);

create table agency_client (
  id                    serial,
  workspace_id          int not null,
  uuid                  uuid not null default gen_random_uuid(),
  name                  text not null,
  email                 text not null,
  logo_url              text,
  permissions           text[] default array[]::text[],
  restricted_categories int[] default array[]::int[],
  is_credit_assigned    boolean not null default false,
  email_credits         int,
  lead_credits          int,
  status                text not null default 'active',
  created_at            timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table api_key (
  id            serial,
  workspace_id  int not null,
  client_id     int,
  user_id       int,
  name          text not null,
  key_hash      text not null,
  key_sealed    bytea not null,
  key_last_four text not null,
  status        text not null default 'active',
  created_at    timestamptz(3) not null default current_timestamp,
  last_used_at  timestamptz(3),
  primary key (id)
);

create table audit_entry (
  id           bigserial,
  workspace_id int not null,
  user_id      int,
  actor        text not null,
  action       text not null,
  target_kind  text not null,
  target_id    text not null,
  detail       jsonb not null default '{}',
  at           timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table idempotency_key (
  id           bigserial,
  workspace_id int not null,
  key          text not null,
  method       text not null,
  path         text not null,
  request_hash text not null,
  status       int,
  body         jsonb,
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table saved_view (
  id           serial,
  workspace_id int not null,
  user_id      int not null,
  area         text not null,
  name         text not null,
  query        jsonb not null default '{}',
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table ai_key (
  workspace_id  int not null,
  user_id       int not null,
  base_url      text not null,
  key_sealed    bytea not null,
  key_last_four text not null,
  default_model text not null,
  is_sandbox    boolean not null default false,
  updated_at    timestamptz(3) not null default current_timestamp,
  primary key (workspace_id, user_id)
);

-- --- Teams ---------------------------------------------------------------------------------------------------------

create table team_invitation (
  id           int not null,
  workspace_id int not null,
  email        text not null,
  role         text not null,
  invited_by   int not null,
  token_hash   text,
  expires_at   timestamptz(3),
  campaign_ids int[] default array[]::int[],
  client_ids   int[] default array[]::int[],
  mailbox_ids  int[] default array[]::int[],
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table member_assignment (
  id           serial,
  workspace_id int not null,
  user_id      int not null,
  campaign_id  int,
  client_id    int,
  mailbox_id   int,
  created_at   timestamptz(3) not null default current_timestamp,
  constraint member_assignment_one check (num_nonnulls(campaign_id, client_id, mailbox_id) = 1),
  primary key (id)
);

-- --- White label and notices ---------------------------------------------------------------------------------------

create table whitelabel (
  workspace_id       int not null,
  name               text,
  accent             text,
  logo_key           text,
  logo_type          text,
  favicon_key        text,
  favicon_type       text,
  domain             text,
  token              text not null,
  domain_verified_at timestamptz(3),
  domain_checked_at  timestamptz(3),
  domain_problem     text,
  sender_name        text,
  sender_address     text,
  sender_verified_at timestamptz(3),
  sender_problem     text,
  created_at         timestamptz(3) not null default current_timestamp,
  updated_at         timestamptz(3) not null default current_timestamp,
  primary key (workspace_id),
  constraint whitelabel_accent_check check (accent ~ '^#[0-9a-f]{6}$')
);

create table notice (
  id           serial,
  workspace_id int not null,
  client_id    int,
  kind         text not null,
  facts        jsonb not null default '{}',
  dedupe_key   text not null,
  at           timestamptz(3) not null default current_timestamp,
  mailed_at    timestamptz(3),
  primary key (id)
);

create table notice_read (
  workspace_id int not null,
  user_id      int not null,
  notice_id    int not null,
  read_at      timestamptz(3) not null default current_timestamp,
  primary key (user_id, notice_id)
);

create table notice_choice (
  workspace_id int not null,
  user_id      int not null,
  kind         text not null,
  in_app       boolean not null,
  by_mail      boolean not null,
  primary key (user_id, kind)
);

-- --- Mailboxes -----------------------------------------------------------------------------------------------------

create table mailbox (
  id                         serial,
  workspace_id               int not null,
  client_id                  int,
  from_name                  text not null,
  from_email                 text not null,
  type                       text not null default 'SMTP',
  auth_method                text not null default 'PASSWORD',
  smtp_host                  text not null,
  smtp_port                  int not null,
  smtp_port_type             text not null default 'TLS',
  smtp_username              text not null,
  imap_host                  text not null,
  imap_port                  int not null,
  imap_port_type             text not null default 'SSL',
  imap_username              text not null,
  is_smtp_success            boolean not null default false,
  is_imap_success            boolean not null default false,
  smtp_failure_error         text,
  imap_failure_error         text,
  failure_code               text,
  failing_since              timestamptz(3),
  checked_at                 timestamptz(3),
  recheck_at                 timestamptz(3),
  recheck_attempts           int not null default 0,
  is_suspended               boolean not null default false,
  suspended_at               timestamptz(3),
  resting_until              timestamptz(3),
  message_per_day            int not null default 40,
  ramp                       jsonb,
  min_time_to_wait_minutes   int not null default 3,
  time_zone                  text not null default 'Etc/GMT',
  signature                  text,
  bcc_email                  text,
  different_reply_to_address text,
  custom_tracking_domain     text,
  files_sent_mail            boolean not null default false,
  dns_check                  jsonb not null default '{}',
  dns_checked_at             timestamptz(3),
  warmup                     jsonb not null default '{}',
  last_send_at               timestamptz(3),
  next_free_at               timestamptz(3),
  lane_owner                 text,
  lane_leased_until          timestamptz(3),
  lane_token                 bigint not null default 0,
  sync_owner                 text,
  sync_leased_until          timestamptz(3),
  last_synced_at             timestamptz(3),
  sync_error                 text,
  sync_lag_seconds           int,
  sync_lag_at                timestamptz(3),
  created_by                 int,
  created_at                 timestamptz(3) not null default current_timestamp,
  updated_at                 timestamptz(3) not null default current_timestamp,
  deleted_at                 timestamptz(3),
  primary key (id)
) with (fillfactor = 70);

create table mailbox_secret (
  workspace_id int not null,
  mailbox_id   int not null,
  kind         text not null,
  sealed       bytea not null,
  updated_at   timestamptz(3) not null default current_timestamp,
  primary key (mailbox_id, kind)
);

create table mailbox_tag (
  workspace_id int not null,
  mailbox_id   int not null,
  tag_id       int not null,
  primary key (mailbox_id, tag_id)
);

create table sync_folder (
  id             serial,
  workspace_id   int not null,
  mailbox_id     int not null,
  path           text not null,
  special_use    text,
  uid_validity   bigint,
  uid_next       bigint not null default 1,
  mod_seq        bigint,
  last_synced_at timestamptz(3),
  primary key (id)
);

-- --- Campaigns -----------------------------------------------------------------------------------------------------

create table folder (
  id           serial,
  workspace_id int not null,
  name         text not null,
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table tag (
  id           serial,
  workspace_id int not null,
  name         text not null,
  color        text not null default '#686760',
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table campaign (
  id                       serial,
  workspace_id             int not null,
  uuid                     uuid not null default gen_random_uuid(),
  name                     text not null default 'Untitled Campaign',
  status                   text not null default 'DRAFTED',
  status_reason            text,
  status_detail            jsonb,
  status_changed_at        timestamptz(3) not null default current_timestamp,
  status_changed_by        int,
  client_id                int,
  folder_id                int,
  parent_campaign_id       int,
  team_member_id           int,
  created_by               int,
  time_zone                text not null default 'Etc/GMT',
  time_zone_mode           text not null default 'CAMPAIGN',
  sending_days             int[] default array[1, 2, 3, 4, 5],
  window_start             text not null default '09:00',
  window_end               text not null default '18:00',
  extra_windows            jsonb not null default '[]',
  holidays                 text[] default array[]::text[],
  is_schedule_saved        boolean not null default false,
  schedule_start_at        timestamptz(3),
  min_time_btwn_emails     int not null default 10,
  max_leads_per_day        int not null default 100,
  follow_up_percentage     int not null default 80,
  track_opens              boolean not null default true,
  track_clicks             boolean not null default true,
  track_replies            boolean not null default true,
  stop_on                  text not null default 'REPLY_TO_AN_EMAIL',
  send_as_plain_text       boolean not null default false,
  force_plain_text         boolean not null default false,
  unsubscribe_text         text,
  add_unsubscribe_header   boolean not null default true,
  esp_match_mode           text not null default 'PREFER',
  esp_rules                jsonb not null default '[]',
  company_daily_limit      int,
  pause_company_on_reply   boolean not null default false,
  bounce_guard_enabled     boolean not null default true,
  bounce_guard_percent     double precision not null default 5,
  bounce_guard_min_sent    int not null default 50,
  bounce_guard_muted_until timestamptz(3),
  out_of_office            jsonb not null default '{}',
  allow_missing_fields     text[] default array[]::text[],
  delay_basis              text not null default 'CALENDAR',
  spintax_mode             text not null default 'RANDOM',
  categorise_replies       boolean not null default true,
  settings                 jsonb not null default '{}',
  lead_condition           jsonb not null default '{}',
  draft                    jsonb not null default '{}',
  sequence_version         int not null default 0,
  next_trigger_at          timestamptz(3),
  last_trigger_slot_at     timestamptz(3),
  trigger_sequence         int not null default 0,
  trigger_lease_until      timestamptz(3),
  created_at               timestamptz(3) not null default current_timestamp,
  updated_at               timestamptz(3) not null default current_timestamp,
  started_at               timestamptz(3),
  completed_at             timestamptz(3),
  primary key (id)
);

create table campaign_tag (
  workspace_id int not null,
  campaign_id  int not null,
  tag_id       int not null,
  primary key (campaign_id, tag_id)
);

create table sequence_step (
  id                serial,
  workspace_id      int not null,
  campaign_id       int not null,
  seq_number        int not null,
  seq_type          text not null default 'EMAIL',
  delay_days        int not null default 0,
  delay_hours       int not null default 0,
  delay_minutes     int not null default 0,
  distribution      text not null default 'MANUAL_EQUAL',
  sample_percentage int,
  winning_metric    text,
  winner_variant_id int,
  winner_by         text,
  winner_at         timestamptz(3),
  winner_evidence   jsonb,
  tested_at         timestamptz(3),
  detail            jsonb not null default '{}',
  is_deleted        boolean not null default false,
  revived_at        timestamptz(3),
  created_at        timestamptz(3) not null default current_timestamp,
  updated_at        timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table step_variant (
  id             serial,
  workspace_id   int not null,
  step_id        int not null,
  label          text not null default 'A',
  subject        text not null default '',
  email_body     text not null default '',
  attachments    jsonb not null default '[]',
  percentage     int,
  assigned_count int not null default 0,
  is_paused      boolean not null default false,
  is_deleted     boolean not null default false,
  created_at     timestamptz(3) not null default current_timestamp,
  updated_at     timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table sequence_version (
  id           serial,
  workspace_id int not null,
  campaign_id  int not null,
  version      int not null,
  content      jsonb not null,
  created_by   int,
  created_at   timestamptz(3) not null default current_timestamp,
  is_autosave  boolean not null default false,
  touched_at   timestamptz(3) not null default now(),
  primary key (id)
);

create table setup_version (
  id           serial,
  workspace_id int not null,
  campaign_id  int not null,
  area         text not null,
  version      int not null,
  content      jsonb not null,
  changed      text[] default array[]::text[],
  created_by   int,
  created_at   timestamptz(3) not null default current_timestamp,
  touched_at   timestamptz(3) not null default now(),
  primary key (id)
);

create table campaign_mailbox (
  workspace_id  int not null,
  waiting_since timestamptz(3),
  campaign_id   int not null,
  mailbox_id    int not null,
  added_at      timestamptz(3) not null default current_timestamp,
  primary key (campaign_id, mailbox_id)
);

create table trigger_run (
  id              bigserial,
  workspace_id    int not null,
  campaign_id     int not null,
  sequence        int not null,
  state           text not null default 'SCHEDULED',
  scheduled_at    timestamptz(3) not null,
  picked_at       timestamptz(3),
  completed_at    timestamptz(3),
  checkpoint      text,
  constraint_code text,
  planned         int not null default 0,
  counts          jsonb not null default '{}',
  plan_hash       text,
  primary key (id)
);

create table campaign_edit (
  id           bigserial,
  workspace_id int not null,
  campaign_id  int not null,
  user_id      int,
  area         text not null,
  detail       jsonb not null default '{}',
  at           timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table step_template (
  id           serial,
  workspace_id int not null,
  client_id    int,
  created_by   int,
  name         text not null,
  subject      text not null default '',
  email_body   text not null,
  created_at   timestamptz(3) not null default current_timestamp,
  updated_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

-- --- Subsequences --------------------------------------------------------------------------------------------------

create table subsequence_rule (
  workspace_id         int not null,
  campaign_id          int not null,
  parent_campaign_id   int not null,
  delay_seconds        int not null default 0,
  stop_on_parent_reply boolean not null default true,
  created_at           timestamptz(3) not null default current_timestamp,
  updated_at           timestamptz(3) not null default current_timestamp,
  constraint subsequence_rule_delay check (delay_seconds >= 0 and delay_seconds <= 31536000),
  primary key (campaign_id)
);

create table subsequence_trigger (
  id                 serial,
  workspace_id       int not null,
  campaign_id        int not null,
  parent_campaign_id int not null,
  kind               text not null,
  category_ids       int[] default array[]::int[],
  phrases            text[] default array[]::text[],
  match_all          boolean not null default false,
  seq_number         int,
  silence_days       int,
  connection         text,
  constraint subsequence_trigger_kind check (kind in (
    'CATEGORY',
    'OPEN',
    'REPLY',
    'CLICK',
    'REPLY_TEXT',
    'LINKEDIN_CONNECTION',
    'RE_ENGAGEMENT',
    'BOUNCE'
  )),
  primary key (id)
);

create table subsequence_push (
  id                   bigserial,
  workspace_id         int not null,
  campaign_id          int not null,
  lead_id              int not null,
  parent_enrolment_id  int,
  enrolment_id         int,
  kind                 text not null,
  outcome              text not null default 'PUSHED',
  skip_reason          text,
  evidence             jsonb not null default '{}',
  message_id           bigint,
  stop_on_parent_reply boolean not null default true,
  pushed_by            int,
  at                   timestamptz(3) not null,
  due_at               timestamptz(3) not null,
  primary key (id)
);

-- --- Leads and enrolments ------------------------------------------------------------------------------------------

create table lead (
  id               serial,
  workspace_id     int not null,
  email            text not null,
  first_name       text,
  last_name        text,
  phone_number     text,
  company_name     text,
  website          text,
  location         text,
  linkedin_profile text,
  company_url      text,
  custom_fields    jsonb not null default '{}',
  domain           text not null,
  provider         text not null default 'OTHER',
  time_zone        text,
  is_unsubscribed  boolean not null default false,
  unsubscribed_at  timestamptz(3),
  is_bounced       boolean not null default false,
  has_replied      boolean not null default false,
  verification     text,
  verified_at      timestamptz(3),
  upload_id        int,
  created_at       timestamptz(3) not null default current_timestamp,
  updated_at       timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table lead_alias (
  id           serial,
  workspace_id int not null,
  lead_id      int not null,
  email        text not null,
  evidence     jsonb not null default '{}',
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table enrolment (
  id                  serial,
  workspace_id        int not null,
  campaign_id         int not null,
  lead_id             int not null,
  status              text not null default 'STARTED',
  reason              text,
  reason_detail       jsonb,
  mailbox_id          int,
  provider            text not null default 'OTHER',
  next_step_id        int,
  next_seq_number     int not null default 1,
  next_due_at         timestamptz(3),
  open_intent_id      bigint,
  hold_kind           text,
  hold_until          timestamptz(3),
  is_parked           boolean not null default false,
  steps_sent          int not null default 0,
  first_sent_at       timestamptz(3),
  last_sent_at        timestamptz(3),
  last_step_at        timestamptz(3),
  last_seq_number     int not null default 0,
  thread_subject      text,
  last_message_id     text,
  thread_references   text[] default array[]::text[],
  variant_by_step     jsonb not null default '{}',
  spin_index          int not null default 0,
  constraint_code     text,
  next_eligible_at    timestamptz(3),
  category_id         int,
  category_by         text,
  open_count          int not null default 0,
  click_count         int not null default 0,
  reply_count         int not null default 0,
  first_open_at       timestamptz(3),
  last_open_at        timestamptz(3),
  first_click_at      timestamptz(3),
  first_reply_at      timestamptz(3),
  last_reply_at       timestamptz(3),
  last_inbound_at     timestamptz(3),
  is_bounced          boolean not null default false,
  is_sender_bounced   boolean not null default false,
  is_unsubscribed     boolean not null default false,
  is_read             boolean not null default true,
  is_important        boolean not null default false,
  is_archived         boolean not null default false,
  snoozed_until       timestamptz(3),
  assigned_user_id    int,
  revenue             numeric(14,2) not null default 0,
  parent_enrolment_id int,
  upload_id           int,
  row_number          int,
  ended_at            timestamptz(3),
  created_at          timestamptz(3) not null default current_timestamp,
  updated_at          timestamptz(3) not null default current_timestamp,
  primary key (id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

create table lead_category (
  id           serial,
  workspace_id int not null,
  name         text not null,
  sentiment    text not null default 'neutral',
  hue          text,
  shape        text,
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table suppression (
  id           serial,
  workspace_id int not null,
  kind         text not null,
  value        text not null,
  client_scope int not null default 0,
  source       text not null default 'manual',
  reason       text,
  upload_id    int,
  created_by   int,
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table block_upload (
  id                  serial,
  workspace_id        int not null,
  client_scope        int not null default 0,
  file_name           text not null,
  file_size           int not null default 0,
  storage_key         text not null,
  sheet               text,
  encoding            text,
  delimiter           text,
  quoting             text not null default 'double',
  has_header          boolean not null default true,
  title_rows          jsonb not null default '[]',
  columns             jsonb not null default '[]',
  column_index        int,
  reason              text,
  status              text not null default 'UPLOADED',
  rows_total          int,
  has_estimate        boolean not null default true,
  rows_done           int not null default 0,
  rows_applied        int not null default 0,
  counts              jsonb not null default '{}',
  leads_blocked       int not null default 0,
  emails_cancelled    int not null default 0,
  entries_removed     int not null default 0,
  entries_handed_over int not null default 0,
  run                 int not null default 0,
  error               text,
  delete_identifier   uuid not null default gen_random_uuid(),
  created_by          int,
  created_at          timestamptz(3) not null default current_timestamp,
  started_at          timestamptz(3),
  finished_at         timestamptz(3),
  undone_at           timestamptz(3),
  primary key (id)
);

create table block_upload_row (
  workspace_id int not null,
  upload_id    int not null,
  row_number   int not null,
  outcome      text not null,
  reason       text,
  value        text,
  primary key (upload_id, row_number)
);

create table lead_upload (
  id                serial,
  workspace_id      int not null,
  campaign_id       int,
  file_name         text not null,
  file_size         int not null default 0,
  storage_key       text not null,
  encoding          text,
  delimiter         text,
  has_header        boolean not null default true,
  columns           jsonb not null default '[]',
  mapping           jsonb not null default '[]',
  options           jsonb not null default '{}',
  status            text not null default 'UPLOADED',
  rows_total        int,
  rows_done         int not null default 0,
  counts            jsonb not null default '{}',
  error             text,
  delete_identifier uuid not null default gen_random_uuid(),
  created_by        int,
  created_at        timestamptz(3) not null default current_timestamp,
  started_at        timestamptz(3),
  finished_at       timestamptz(3),
  undone_at         timestamptz(3),
  has_estimate      boolean not null default true,
  run               int not null default 0,
  list_id           int,
  primary key (id)
);

create table signed_file (
  workspace_id int not null,
  storage_key  text not null,
  created_at   timestamptz(3) not null,
  primary key (storage_key)
);

create table upload_chunk (
  workspace_id  int not null,
  upload_id     int not null,
  first_row     int not null,
  last_row      int not null,
  row_numbers   int[],
  lead_ids      int[],
  enrolment_ids int[],
  primary key (upload_id, first_row)
);

create table upload_row (
  workspace_id int not null,
  upload_id    int not null,
  row_number   int not null,
  outcome      text not null,
  reason       text,
  email        text,
  lead_id      int,
  enrolment_id int,
  values       jsonb,
  primary key (upload_id, row_number)
);

create table lead_note (
  id           serial,
  workspace_id int not null,
  lead_id      int not null,
  enrolment_id int,
  note_message text not null,
  created_by   int,
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table lead_task (
  id               serial,
  workspace_id     int not null,
  lead_id          int not null,
  enrolment_id     int,
  step_id          int,
  name             text not null,
  description      text,
  priority         text not null default 'MEDIUM',
  status           text not null default 'CREATED',
  due_at           timestamptz(3),
  assigned_user_id int,
  created_by       int,
  created_at       timestamptz(3) not null default current_timestamp,
  completed_at     timestamptz(3),
  primary key (id)
);

create table upload_mapping (
  workspace_id int not null,
  header_hash  text not null,
  mapping      jsonb not null,
  updated_at   timestamptz(3) not null default current_timestamp,
  primary key (workspace_id, header_hash)
);

create table mail_domain (
  domain     text not null,
  provider   text not null,
  checked_at timestamptz(3) not null default current_timestamp,
  primary key (domain)
);

create table lead_count (
  id           bigserial,
  workspace_id int not null,
  campaign_id  int not null,
  status       text not null,
  leads        int not null,
  primary key (id)
);

-- --- Lead lists ----------------------------------------------------------------------------------------------------

create table lead_list (
  id           serial,
  workspace_id int not null,
  client_id    int,
  name         text not null,
  created_by   int,
  created_at   timestamptz(3) not null default current_timestamp,
  updated_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table lead_list_member (
  workspace_id int not null,
  list_id      int not null,
  lead_id      int not null,
  upload_id    int,
  added_at     timestamptz(3) not null default current_timestamp,
  primary key (list_id, lead_id)
);

create table lead_list_tag (
  workspace_id int not null,
  list_id      int not null,
  tag_id       int not null,
  primary key (list_id, tag_id)
);

create table lead_tag (
  id           serial,
  workspace_id int not null,
  lead_id      int not null,
  tag_id       int not null,
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table lead_action (
  id           serial,
  workspace_id int not null,
  kind         text not null,
  status       text not null default 'WAITING',
  selection    jsonb not null,
  options      jsonb not null default '{}',
  who          jsonb not null,
  total        int not null default 0,
  done         int not null default 0,
  changed      int not null default 0,
  reasons      jsonb not null default '{}',
  place        int,
  run          int not null default 0,
  file_key     text,
  file_name    text,
  error        text,
  created_by   int,
  runs_at      timestamptz(3) not null default current_timestamp,
  created_at   timestamptz(3) not null default current_timestamp,
  finished_at  timestamptz(3),
  primary key (id)
);

-- --- E-mail verification -------------------------------------------------------------------------------------------

create table verification_account (
  workspace_id int not null,
  balance      int not null default 0,
  constraint verification_account_not_negative check (balance >= 0),
  primary key (workspace_id)
);

create table verification_order (
  id              serial,
  workspace_id    int not null,
  credits         int not null,
  billing         text not null,
  amount_cents    int not null,
  status          text not null default 'PENDING',
  provider        text not null,
  periods         int not null default 0,
  renews_at       timestamptz(3),
  created_by      int,
  created_at      timestamptz(3) not null default current_timestamp,
  paid_at         timestamptz(3),
  cancelled_at    timestamptz(3),
  checkout_id     text,
  checkout_url    text,
  subscription_id text,
  primary key (id)
);

create table verification (
  id             serial,
  workspace_id   int not null,
  name           text not null,
  status         text not null default 'IN_PROGRESS',
  total          int not null default 0,
  done           int not null default 0,
  held           int not null default 0,
  charged        int not null default 0,
  counts         jsonb not null default '{}',
  blocks_invalid boolean not null default true,
  run            int not null default 0,
  error          text,
  provider       text not null default 'SKEIN',
  created_by     int,
  created_at     timestamptz(3) not null default current_timestamp,
  stopped_at     timestamptz(3),
  finished_at    timestamptz(3),
  primary key (id)
);

create table verification_address (
  workspace_id    int not null,
  verification_id int not null,
  lead_id         int not null,
  email           text not null,
  domain          text not null,
  result          text,
  reason          text,
  detail          text,
  tries           int not null default 0,
  next_at         timestamptz(3),
  is_charged      boolean not null default false,
  checked_at      timestamptz(3),
  primary key (verification_id, lead_id)
);

create table verification_ledger (
  id              serial,
  workspace_id    int not null,
  kind            text not null,
  credits         int not null,
  balance_after   int not null,
  key             text not null,
  verification_id int,
  order_id        int,
  created_by      int,
  created_at      timestamptz(3) not null default current_timestamp,
  constraint verification_ledger_not_negative check (balance_after >= 0),
  primary key (id)
);

create table mail_exchange_pace (
  exchange text not null,
  next_at  timestamptz(3) not null,
  primary key (exchange)
);

create table mail_domain_catch_all (
  domain       text not null,
  is_catch_all boolean not null,
  checked_at   timestamptz(3) not null,
  primary key (domain)
);

create table verification_provider (
  workspace_id  int not null,
  provider      text not null,
  key_sealed    bytea not null,
  key_last_four text not null,
  updated_by    int,
  updated_at    timestamptz(3) not null default current_timestamp,
  primary key (workspace_id)
);

create table payment_event (
  id           text not null,
  workspace_id int not null,
  kind         text not null,
  order_id     int,
  received_at  timestamptz(3) not null default current_timestamp,
  primary key (workspace_id, id)
);

-- --- Sending and receiving -----------------------------------------------------------------------------------------

create table intent (
  id                  bigserial,
  workspace_id        int not null,
  stats_id            uuid not null default gen_random_uuid(),
  kind                text not null default 'CAMPAIGN',
  campaign_id         int,
  enrolment_id        int,
  step_id             int,
  seq_number          int,
  is_new_lead         boolean not null default false,
  variant_id          int,
  mailbox_id          int not null,
  reallocated_from    int,
  trigger_run_id      bigint,
  state               text not null default 'RESERVED',
  slot_at             timestamptz(3) not null,
  send_at             timestamptz(3) not null,
  not_after           timestamptz(3),
  message_id          text not null,
  envelope_id         text not null,
  provider_message_id text,
  to_email            text not null,
  cc                  text[] default array[]::text[],
  bcc                 text[] default array[]::text[],
  subject             text,
  body_html           text,
  body_text           text,
  in_reply_to         text,
  "references"        text[] default array[]::text[],
  links               jsonb not null default '[]',
  attachments         jsonb not null default '[]',
  spin_choice         int,
  attempts            int not null default 0,
  lease_owner         text,
  leased_until        timestamptz(3),
  fencing_token       bigint not null default 0,
  submitting_at       timestamptz(3),
  sent_at             timestamptz(3),
  smtp_code           int,
  smtp_response       text,
  failure_class       text,
  failure_text        text,
  doubt_evidence      jsonb,
  cancel_reason       text,
  sent_copy           text,
  sent_copy_attempts  int not null default 0,
  sent_copy_at        timestamptz(3),
  open_count          int not null default 0,
  click_count         int not null default 0,
  machine_open_count  int not null default 0,
  first_open_at       timestamptz(3),
  first_click_at      timestamptz(3),
  reply_at            timestamptz(3),
  is_bounced          boolean not null default false,
  is_unsubscribed     boolean not null default false,
  created_by          int,
  created_at          timestamptz(3) not null default current_timestamp,
  updated_at          timestamptz(3) not null default current_timestamp,
  primary key (id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

create table message (
  id              bigserial,
  workspace_id    int not null,
  direction       text not null,
  mailbox_id      int not null,
  campaign_id     int,
  enrolment_id    int,
  lead_id         int,
  intent_id       bigint,
  message_id      text not null,
  dedupe_key      text not null,
  in_reply_to     text,
  "references"    text[] default array[]::text[],
  from_email      text not null,
  from_name       text,
  to_emails       jsonb not null default '[]',
  cc_emails       jsonb not null default '[]',
  subject         text not null default '',
  text_body       text not null default '',
  html_body       text,
  snippet         text not null default '',
  kind            text not null default 'reply',
  is_automatic    boolean not null default false,
  is_ignored      boolean not null default false,
  classification  jsonb not null default '{}',
  match           jsonb not null default '{}',
  headers         jsonb not null default '{}',
  attachments     jsonb not null default '[]',
  size            int not null default 0,
  folder          text,
  at              timestamptz(3) not null,
  recorded_at     timestamptz(3) not null default current_timestamp,
  is_read         boolean not null default false,
  untracked_state text,
  suggestion      jsonb,
  primary key (id)
);

create table reply_draft (
  workspace_id int not null,
  enrolment_id int not null,
  user_id      int not null,
  content      jsonb not null default '{}',
  updated_at   timestamptz(3) not null default current_timestamp,
  primary key (enrolment_id, user_id)
);

create table reminder (
  id           serial,
  workspace_id int not null,
  enrolment_id int not null,
  user_id      int,
  stats_id     text,
  message      text not null,
  remind_at    timestamptz(3) not null,
  status       text not null default 'SCHEDULED',
  created_at   timestamptz(3) not null default current_timestamp,
  primary key (id)
);

-- --- LinkedIn ------------------------------------------------------------------------------------------------------

create table linkedin_account (
  id               serial,
  workspace_id     int not null,
  name             text not null,
  profile_url      text,
  provider         text not null,
  provider_account text,
  state            text not null default 'INPROGRESS',
  state_reason     text,
  time_zone        text not null default 'Etc/GMT',
  created_by       int,
  created_at       timestamptz(3) not null default current_timestamp,
  deleted_at       timestamptz(3),
  primary key (id)
);

create table linkedin_action (
  id                 bigserial,
  workspace_id       int not null,
  campaign_id        int not null,
  enrolment_id       int not null,
  step_id            int not null,
  account_id         int,
  kind               text not null,
  state              text not null default 'WAITING',
  connection         text,
  next_look_at       timestamptz(3),
  give_up_at         timestamptz(3),
  performed_at       timestamptz(3),
  settled_at         timestamptz(3),
  lease_until        timestamptz(3),
  attempts           int not null default 0,
  provider_reference text,
  body               text,
  note               text,
  created_at         timestamptz(3) not null default current_timestamp,
  primary key (id)
);

-- --- Warmup --------------------------------------------------------------------------------------------------------

create table warmup_mailbox (
  workspace_id   int not null,
  mailbox_id     int not null,
  next_plan_at   timestamptz(3) not null,
  planned_day    text,
  planned_amount int not null default 0,
  ramp_day       int not null default 0,
  blocked_reason text,
  blocked_at     timestamptz(3),
  primary key (mailbox_id)
);

create table warmup_mail (
  id              bigserial,
  workspace_id    int not null,
  kind            text not null default 'OPENER',
  from_mailbox_id int,
  to_mailbox_id   int,
  from_email      text not null,
  from_name       text not null default '',
  to_email        text not null,
  reply_to_id     bigint,
  day             text not null,
  position        int not null default 0,
  state           text not null default 'PLANNED',
  send_at         timestamptz(3) not null,
  message_id      text not null,
  envelope_id     text not null,
  subject         text not null,
  body_text       text not null,
  fencing_token   bigint not null default 0,
  leased_until    timestamptz(3),
  attempts        int not null default 0,
  sent_at         timestamptz(3),
  failure_text    text,
  look_at         timestamptz(3),
  looks           int not null default 0,
  landed          text,
  landed_at       timestamptz(3),
  rescued_at      timestamptz(3),
  read_at         timestamptz(3),
  is_important    boolean not null default false,
  replied_at      timestamptz(3),
  bounced_at      timestamptz(3),
  created_at      timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table warmup_pool_member (
  id              serial,
  email           text not null,
  name            text not null,
  pool            text not null,
  is_sandbox      boolean not null default false,
  is_active       boolean not null default true,
  servers         jsonb not null,
  sealed_password bytea not null,
  primary key (id)
);

-- --- Webhooks ------------------------------------------------------------------------------------------------------

create table webhook (
  id            serial,
  workspace_id  int not null,
  scope         int not null default 1,
  client_id     int,
  campaign_id   int,
  name          text not null,
  webhook_url   text not null,
  event_types   text[] default array[]::text[],
  categories    text[] default array[]::text[],
  secret_sealed bytea,
  is_active     boolean not null default true,
  created_by    int,
  created_at    timestamptz(3) not null default current_timestamp,
  updated_at    timestamptz(3) not null default current_timestamp,
  primary key (id)
);

create table webhook_delivery (
  id               bigserial,
  workspace_id     int not null,
  request_id       uuid not null default gen_random_uuid(),
  webhook_id       int not null,
  event_type       text not null,
  payload          jsonb not null,
  state            text not null default 'PENDING',
  attempts         int not null default 0,
  next_attempt_at  timestamptz(3),
  last_status      int,
  last_error       text,
  last_duration_ms int,
  order_key        text,
  is_test          boolean not null default false,
  created_at       timestamptz(3) not null default current_timestamp,
  delivered_at     timestamptz(3),
  primary key (id)
);

-- --- Analytics -----------------------------------------------------------------------------------------------------

create table event (
  id           bigserial,
  workspace_id int not null,
  kind         text not null,
  at           timestamptz(3) not null,
  recorded_at  timestamptz(3) not null default current_timestamp,
  sent_at      timestamptz(3),
  campaign_id  int,
  enrolment_id int,
  lead_id      int,
  mailbox_id   int,
  intent_id    bigint,
  step_id      int,
  variant_id   int,
  client_id    int,
  is_machine   boolean not null default false,
  is_first     boolean not null default false,
  evidence     jsonb not null default '{}',
  primary key (id, at)
) partition by range (at);

create table event_rollup (
  workspace_id int not null,
  dimension    text not null,
  dimension_id int not null,
  axis         text not null,
  bucket       timestamptz(3) not null,
  kind         text not null,
  count        int not null default 0,
  first_count  int not null default 0,
  primary key (workspace_id, dimension, dimension_id, axis, bucket, kind)
);

-- --- The sandbox ---------------------------------------------------------------------------------------------------

create table sandbox_state (
  key        text not null,
  value      jsonb not null,
  updated_at timestamptz(3) not null default current_timestamp,
  primary key (key)
);

-- --- The sandbox's mail world --------------------------------------------------------------------------------------

-- A local mail provider for machines without outside accounts. Its tables have a schema of their own, are written only by the sandbox process
-- and stay empty in production.
create schema sandbox;
grant usage on schema sandbox to skein_system;

create table sandbox.mail_account (
  email         text not null,
  password_hash text not null,
  settings      jsonb not null,
  created_at    double precision not null,
  primary key (email)
);

create table sandbox.mail_folder (
  id             bigint not null,
  account        text not null,
  path           text not null,
  special_use    text,
  uid_validity   bigint not null,
  uid_next       bigint not null,
  highest_modseq bigint not null,
  subscribed     boolean not null,
  primary key (id)
);

create table sandbox.mail_content (
  id  bigint not null,
  raw bytea not null,
  primary key (id)
);

create table sandbox.mail_message (
  folder_id     bigint not null,
  uid           bigint not null,
  content_id    bigint not null,
  modseq        bigint not null,
  internal_date double precision not null,
  size          bigint not null,
  flags         text[] not null,
  message_id    text,
  primary key (folder_id, uid)
);

create table sandbox.smtp_record (
  id               bigint not null,
  accepted_at      double precision not null,
  accepted_at_real double precision not null,
  login            text,
  sender           text not null,
  recipients       jsonb not null,
  message_id       text,
  envelope_id      text,
  subject          text,
  size             bigint not null,
  content_id       bigint not null,
  primary key (id)
);

create table sandbox.prospect_conversation (
  id       bigint not null,
  prospect text not null,
  state    jsonb not null,
  primary key (id)
);

create table sandbox.prospect_reaction (
  id              bigint not null,
  due_at          double precision not null,
  conversation_id bigint not null,
  state           jsonb not null,
  primary key (id)
);

create table sandbox.prospect_violation (
  id      bigint not null,
  details jsonb not null,
  primary key (id)
);

-- The people of a workspace and those who are invited, as one list.
create view team_member with (security_invoker = true) as
select u.id,
  u.workspace_id,
  coalesce(u.name, split_part(u.email, '@', 1)) as name,
  u.email,
  u.role,
  u.status,
  u.profile_pic_url,
  (select count(*)::int from member_assignment a where a.workspace_id = u.workspace_id and a.user_id = u.id) as assigned,
  u.last_login_at,
  u.created_at,
  null::timestamptz as invitation_expires_at
from app_user u
where u.client_id is null
union all
select i.id,
  i.workspace_id,
  split_part(i.email, '@', 1),
  i.email,
  i.role,
  'invited',
  null,
  cardinality(i.campaign_ids) + cardinality(i.client_ids) + cardinality(i.mailbox_ids),
  null,
  i.created_at,
  i.expires_at
from team_invitation i;

-- A custom category never takes one of the fixed numbers 1 to 9.
alter sequence lead_category_id_seq restart with 10;

-- Bodies of mails and what webhooks carry are compressed with lz4 where the server was built with it: a tenth of pglz's time for the same size.
do $$
begin
  if not exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    return;
  end if;
  alter table intent alter column body_html set compression lz4, alter column body_text set compression lz4;
  alter table message alter column html_body set compression lz4, alter column text_body set compression lz4;
  alter table webhook_delivery alter column payload set compression lz4;
  alter table warmup_mail alter column body_text set compression lz4;
end
$$;
