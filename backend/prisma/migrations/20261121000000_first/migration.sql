-- The first shape of the database: tables and tenancy.
--
-- Two roles (made by the platform's migration before this one) stand behind the application's login. skein_app sees one workspace at a time (the setting
-- app.workspace_id); skein_system serves what has to look across workspaces: logging in, the engine's claims,
-- tracking, jobs. Neither owns a table, so forced row-level security binds both.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

GRANT USAGE ON SCHEMA public TO skein_app, skein_system;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO skein_app, skein_system;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO skein_app, skein_system;

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "mailbox" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "client_id" INTEGER,
    "from_name" TEXT NOT NULL,
    "from_email" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'SMTP',
    "auth_method" TEXT NOT NULL DEFAULT 'PASSWORD',
    "smtp_host" TEXT NOT NULL,
    "smtp_port" INTEGER NOT NULL,
    "smtp_port_type" TEXT NOT NULL DEFAULT 'TLS',
    "smtp_username" TEXT NOT NULL,
    "imap_host" TEXT NOT NULL,
    "imap_port" INTEGER NOT NULL,
    "imap_port_type" TEXT NOT NULL DEFAULT 'SSL',
    "imap_username" TEXT NOT NULL,
    "is_smtp_success" BOOLEAN NOT NULL DEFAULT false,
    "is_imap_success" BOOLEAN NOT NULL DEFAULT false,
    "smtp_failure_error" TEXT,
    "imap_failure_error" TEXT,
    "failure_code" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "is_suspended" BOOLEAN NOT NULL DEFAULT false,
    "message_per_day" INTEGER NOT NULL DEFAULT 40,
    "min_time_to_wait_minutes" INTEGER NOT NULL DEFAULT 3,
    "time_zone" TEXT NOT NULL DEFAULT 'Etc/GMT',
    "signature" TEXT,
    "bcc_email" TEXT,
    "different_reply_to_address" TEXT,
    "custom_tracking_domain" TEXT,
    "files_sent_mail" BOOLEAN NOT NULL DEFAULT false,
    "dns_check" JSONB NOT NULL DEFAULT '{}',
    "dns_checked_at" TIMESTAMPTZ(3),
    "warmup" JSONB NOT NULL DEFAULT '{}',
    "last_send_at" TIMESTAMPTZ(3),
    "next_free_at" TIMESTAMPTZ(3),
    "lane_owner" TEXT,
    "lane_leased_until" TIMESTAMPTZ(3),
    "lane_token" BIGINT NOT NULL DEFAULT 0,
    "sync_owner" TEXT,
    "sync_leased_until" TIMESTAMPTZ(3),
    "last_synced_at" TIMESTAMPTZ(3),
    "sync_error" TEXT,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mailbox_secret" (
    "mailbox_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mailbox_secret_pkey" PRIMARY KEY ("mailbox_id","kind")
);

-- CreateTable
CREATE TABLE "mailbox_tag" (
    "workspace_id" INTEGER NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "mailbox_tag_pkey" PRIMARY KEY ("mailbox_id","tag_id")
);

-- CreateTable
CREATE TABLE "sync_folder" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "special_use" TEXT,
    "uid_validity" BIGINT,
    "uid_next" BIGINT NOT NULL DEFAULT 1,
    "mod_seq" BIGINT,
    "last_synced_at" TIMESTAMPTZ(3),

    CONSTRAINT "sync_folder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "campaign_id" INTEGER,
    "enrolment_id" INTEGER,
    "lead_id" INTEGER,
    "mailbox_id" INTEGER,
    "intent_id" BIGINT,
    "step_id" INTEGER,
    "variant_id" INTEGER,
    "client_id" INTEGER,
    "is_machine" BOOLEAN NOT NULL DEFAULT false,
    "is_first" BOOLEAN NOT NULL DEFAULT false,
    "evidence" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "event_pkey" PRIMARY KEY ("id","at")
) PARTITION BY RANGE ("at");

-- CreateTable
CREATE TABLE "event_rollup" (
    "workspace_id" INTEGER NOT NULL,
    "dimension" TEXT NOT NULL,
    "dimension_id" INTEGER NOT NULL,
    "axis" TEXT NOT NULL,
    "bucket" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "first_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "event_rollup_pkey" PRIMARY KEY ("workspace_id","dimension","dimension_id","axis","bucket","kind")
);

-- CreateTable
CREATE TABLE "folder" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "folder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tag" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#686760',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL DEFAULT 'Untitled Campaign',
    "status" TEXT NOT NULL DEFAULT 'DRAFTED',
    "status_reason" TEXT,
    "status_detail" JSONB,
    "status_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status_changed_by" INTEGER,
    "client_id" INTEGER,
    "folder_id" INTEGER,
    "parent_campaign_id" INTEGER,
    "team_member_id" INTEGER,
    "created_by" INTEGER,
    "time_zone" TEXT NOT NULL DEFAULT 'Etc/GMT',
    "sending_days" INTEGER[] DEFAULT ARRAY[1, 2, 3, 4, 5]::INTEGER[],
    "window_start" TEXT NOT NULL DEFAULT '09:00',
    "window_end" TEXT NOT NULL DEFAULT '18:00',
    "is_schedule_saved" BOOLEAN NOT NULL DEFAULT false,
    "schedule_start_at" TIMESTAMPTZ(3),
    "min_time_btwn_emails" INTEGER NOT NULL DEFAULT 10,
    "max_leads_per_day" INTEGER NOT NULL DEFAULT 100,
    "follow_up_percentage" INTEGER NOT NULL DEFAULT 80,
    "track_opens" BOOLEAN NOT NULL DEFAULT true,
    "track_clicks" BOOLEAN NOT NULL DEFAULT true,
    "track_replies" BOOLEAN NOT NULL DEFAULT true,
    "stop_on" TEXT NOT NULL DEFAULT 'REPLY_TO_AN_EMAIL',
    "send_as_plain_text" BOOLEAN NOT NULL DEFAULT false,
    "force_plain_text" BOOLEAN NOT NULL DEFAULT false,
    "unsubscribe_text" TEXT,
    "add_unsubscribe_header" BOOLEAN NOT NULL DEFAULT true,
    "esp_match_mode" TEXT NOT NULL DEFAULT 'PREFER',
    "esp_rules" JSONB NOT NULL DEFAULT '[]',
    "company_daily_limit" INTEGER,
    "pause_company_on_reply" BOOLEAN NOT NULL DEFAULT false,
    "bounce_guard_enabled" BOOLEAN NOT NULL DEFAULT true,
    "bounce_guard_percent" DOUBLE PRECISION NOT NULL DEFAULT 5,
    "bounce_guard_min_sent" INTEGER NOT NULL DEFAULT 50,
    "bounce_guard_muted_until" TIMESTAMPTZ(3),
    "out_of_office" JSONB NOT NULL DEFAULT '{}',
    "allow_missing_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "delay_basis" TEXT NOT NULL DEFAULT 'CALENDAR',
    "spintax_mode" TEXT NOT NULL DEFAULT 'RANDOM',
    "categorise_replies" BOOLEAN NOT NULL DEFAULT true,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "lead_condition" JSONB NOT NULL DEFAULT '{}',
    "draft" JSONB NOT NULL DEFAULT '{}',
    "sequence_version" INTEGER NOT NULL DEFAULT 0,
    "next_trigger_at" TIMESTAMPTZ(3),
    "trigger_sequence" INTEGER NOT NULL DEFAULT 0,
    "trigger_lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_tag" (
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "campaign_tag_pkey" PRIMARY KEY ("campaign_id","tag_id")
);

-- CreateTable
CREATE TABLE "sequence_step" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "seq_number" INTEGER NOT NULL,
    "seq_type" TEXT NOT NULL DEFAULT 'EMAIL',
    "delay_days" INTEGER NOT NULL DEFAULT 0,
    "delay_hours" INTEGER NOT NULL DEFAULT 0,
    "delay_minutes" INTEGER NOT NULL DEFAULT 0,
    "distribution" TEXT NOT NULL DEFAULT 'MANUAL_EQUAL',
    "sample_percentage" INTEGER,
    "winning_metric" TEXT,
    "winner_variant_id" INTEGER,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "is_deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sequence_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_variant" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "step_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL DEFAULT 'A',
    "subject" TEXT NOT NULL DEFAULT '',
    "email_body" TEXT NOT NULL DEFAULT '',
    "percentage" INTEGER,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "is_deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_variant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence_version" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sequence_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_mailbox" (
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_mailbox_pkey" PRIMARY KEY ("campaign_id","mailbox_id")
);

-- CreateTable
CREATE TABLE "trigger_run" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'SCHEDULED',
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "picked_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "checkpoint" TEXT,
    "constraint_code" TEXT,
    "planned" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "plan_hash" TEXT,

    CONSTRAINT "trigger_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_edit" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "area" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_edit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "intent" (
    "id" BIGSERIAL NOT NULL,
    "stats_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'CAMPAIGN',
    "campaign_id" INTEGER,
    "enrolment_id" INTEGER,
    "step_id" INTEGER,
    "seq_number" INTEGER,
    "variant_id" INTEGER,
    "mailbox_id" INTEGER NOT NULL,
    "trigger_run_id" BIGINT,
    "state" TEXT NOT NULL DEFAULT 'RESERVED',
    "slot_at" TIMESTAMPTZ(3) NOT NULL,
    "send_at" TIMESTAMPTZ(3) NOT NULL,
    "message_id" TEXT NOT NULL,
    "envelope_id" TEXT NOT NULL,
    "provider_message_id" TEXT,
    "to_email" TEXT NOT NULL,
    "cc" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "bcc" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "subject" TEXT,
    "body_html" TEXT,
    "body_text" TEXT,
    "in_reply_to" TEXT,
    "references" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "links" JSONB NOT NULL DEFAULT '[]',
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "spin_choice" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "fencing_token" BIGINT NOT NULL DEFAULT 0,
    "submitting_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "smtp_code" INTEGER,
    "smtp_response" TEXT,
    "failure_class" TEXT,
    "failure_text" TEXT,
    "doubt_evidence" JSONB,
    "cancel_reason" TEXT,
    "open_count" INTEGER NOT NULL DEFAULT 0,
    "click_count" INTEGER NOT NULL DEFAULT 0,
    "machine_open_count" INTEGER NOT NULL DEFAULT 0,
    "first_open_at" TIMESTAMPTZ(3),
    "first_click_at" TIMESTAMPTZ(3),
    "reply_at" TIMESTAMPTZ(3),
    "is_bounced" BOOLEAN NOT NULL DEFAULT false,
    "is_unsubscribed" BOOLEAN NOT NULL DEFAULT false,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "intent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "direction" TEXT NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "campaign_id" INTEGER,
    "enrolment_id" INTEGER,
    "lead_id" INTEGER,
    "intent_id" BIGINT,
    "message_id" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "in_reply_to" TEXT,
    "references" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "from_email" TEXT NOT NULL,
    "from_name" TEXT,
    "to_emails" JSONB NOT NULL DEFAULT '[]',
    "cc_emails" JSONB NOT NULL DEFAULT '[]',
    "subject" TEXT NOT NULL DEFAULT '',
    "text_body" TEXT NOT NULL DEFAULT '',
    "html_body" TEXT,
    "snippet" TEXT NOT NULL DEFAULT '',
    "kind" TEXT NOT NULL DEFAULT 'reply',
    "is_automatic" BOOLEAN NOT NULL DEFAULT false,
    "is_ignored" BOOLEAN NOT NULL DEFAULT false,
    "classification" JSONB NOT NULL DEFAULT '{}',
    "match" JSONB NOT NULL DEFAULT '{}',
    "headers" JSONB NOT NULL DEFAULT '{}',
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "size" INTEGER NOT NULL DEFAULT 0,
    "folder" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    "untracked_state" TEXT,
    "suggestion" JSONB,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reply_draft" (
    "workspace_id" INTEGER NOT NULL,
    "enrolment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "content" JSONB NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reply_draft_pkey" PRIMARY KEY ("enrolment_id","user_id")
);

-- CreateTable
CREATE TABLE "reminder" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "enrolment_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "stats_id" TEXT,
    "message" TEXT NOT NULL,
    "remind_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'SCHEDULED',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reminder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "plan_type" TEXT NOT NULL DEFAULT 'trial',
    "trial_start_at" TIMESTAMPTZ(3),
    "trial_end_at" TIMESTAMPTZ(3),
    "is_subscribed" BOOLEAN NOT NULL DEFAULT false,
    "subscription_end_at" TIMESTAMPTZ(3),
    "lead_credits_used" INTEGER NOT NULL DEFAULT 0,
    "email_credits_used" INTEGER NOT NULL DEFAULT 0,
    "feature_access" JSONB NOT NULL DEFAULT '{}',
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" INTEGER NOT NULL,
    "client_id" INTEGER,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "role" TEXT NOT NULL DEFAULT 'OWNER',
    "status" TEXT NOT NULL DEFAULT 'active',
    "designation" TEXT,
    "profile_pic_url" TEXT,
    "password_hash" TEXT,
    "is_email_verified" BOOLEAN NOT NULL DEFAULT false,
    "has_onboarding_completed" BOOLEAN NOT NULL DEFAULT false,
    "onboarding_stage" INTEGER NOT NULL DEFAULT 0,
    "show_guidance" BOOLEAN NOT NULL DEFAULT true,
    "time_zone" TEXT,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "two_factor_secret" BYTEA,
    "referral_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_login_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_session" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "refresh_hash" TEXT NOT NULL,
    "previous_hash" TEXT,
    "rotated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_agent" TEXT,
    "ip" TEXT,

    CONSTRAINT "user_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_token" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agency_client" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "logo_url" TEXT,
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "restricted_categories" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "is_credit_assigned" BOOLEAN NOT NULL DEFAULT false,
    "email_credits" INTEGER,
    "lead_credits" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agency_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "client_id" INTEGER,
    "user_id" INTEGER,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key_sealed" BYTEA NOT NULL,
    "key_last_four" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "area" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "phone_number" TEXT,
    "company_name" TEXT,
    "website" TEXT,
    "location" TEXT,
    "linkedin_profile" TEXT,
    "company_url" TEXT,
    "custom_fields" JSONB NOT NULL DEFAULT '{}',
    "domain" TEXT NOT NULL,
    "provider" TEXT NOT NULL DEFAULT 'OTHER',
    "time_zone" TEXT,
    "is_unsubscribed" BOOLEAN NOT NULL DEFAULT false,
    "unsubscribed_at" TIMESTAMPTZ(3),
    "is_bounced" BOOLEAN NOT NULL DEFAULT false,
    "upload_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead_alias" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "evidence" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_alias_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "enrolment" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'STARTED',
    "reason" TEXT,
    "reason_detail" JSONB,
    "mailbox_id" INTEGER,
    "next_step_id" INTEGER,
    "next_seq_number" INTEGER NOT NULL DEFAULT 1,
    "next_due_at" TIMESTAMPTZ(3),
    "hold_until" TIMESTAMPTZ(3),
    "steps_sent" INTEGER NOT NULL DEFAULT 0,
    "first_sent_at" TIMESTAMPTZ(3),
    "last_sent_at" TIMESTAMPTZ(3),
    "last_seq_number" INTEGER NOT NULL DEFAULT 0,
    "thread_subject" TEXT,
    "last_message_id" TEXT,
    "thread_references" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "variant_by_step" JSONB NOT NULL DEFAULT '{}',
    "spin_index" INTEGER NOT NULL DEFAULT 0,
    "constraint_code" TEXT,
    "next_eligible_at" TIMESTAMPTZ(3),
    "category_id" INTEGER,
    "category_by" TEXT,
    "open_count" INTEGER NOT NULL DEFAULT 0,
    "click_count" INTEGER NOT NULL DEFAULT 0,
    "reply_count" INTEGER NOT NULL DEFAULT 0,
    "first_open_at" TIMESTAMPTZ(3),
    "last_open_at" TIMESTAMPTZ(3),
    "first_click_at" TIMESTAMPTZ(3),
    "first_reply_at" TIMESTAMPTZ(3),
    "last_reply_at" TIMESTAMPTZ(3),
    "last_inbound_at" TIMESTAMPTZ(3),
    "is_bounced" BOOLEAN NOT NULL DEFAULT false,
    "is_sender_bounced" BOOLEAN NOT NULL DEFAULT false,
    "is_unsubscribed" BOOLEAN NOT NULL DEFAULT false,
    "is_read" BOOLEAN NOT NULL DEFAULT true,
    "is_important" BOOLEAN NOT NULL DEFAULT false,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "snoozed_until" TIMESTAMPTZ(3),
    "assigned_user_id" INTEGER,
    "revenue" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "parent_enrolment_id" INTEGER,
    "upload_id" INTEGER,
    "row_number" INTEGER,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "enrolment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead_category" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sentiment" TEXT NOT NULL DEFAULT 'neutral',
    "hue" TEXT,
    "shape" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppression" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "client_scope" INTEGER NOT NULL DEFAULT 0,
    "source" TEXT NOT NULL DEFAULT 'manual',
    "reason" TEXT,
    "upload_id" INTEGER,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead_upload" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER,
    "file_name" TEXT NOT NULL,
    "file_size" INTEGER NOT NULL DEFAULT 0,
    "storage_key" TEXT NOT NULL,
    "encoding" TEXT,
    "delimiter" TEXT,
    "has_header" BOOLEAN NOT NULL DEFAULT true,
    "columns" JSONB NOT NULL DEFAULT '[]',
    "mapping" JSONB NOT NULL DEFAULT '[]',
    "options" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'UPLOADED',
    "rows_total" INTEGER,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "delete_identifier" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "lead_upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_row" (
    "workspace_id" INTEGER NOT NULL,
    "upload_id" INTEGER NOT NULL,
    "row_number" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "email" TEXT,
    "lead_id" INTEGER,
    "enrolment_id" INTEGER,
    "values" JSONB,

    CONSTRAINT "upload_row_pkey" PRIMARY KEY ("upload_id","row_number")
);

-- CreateTable
CREATE TABLE "lead_note" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "enrolment_id" INTEGER,
    "note_message" TEXT NOT NULL,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead_task" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "enrolment_id" INTEGER,
    "step_id" INTEGER,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "priority" TEXT NOT NULL DEFAULT 'MEDIUM',
    "status" TEXT NOT NULL DEFAULT 'CREATED',
    "due_at" TIMESTAMPTZ(3),
    "assigned_user_id" INTEGER,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "lead_task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_state" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_state_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "scope" INTEGER NOT NULL DEFAULT 1,
    "client_id" INTEGER,
    "campaign_id" INTEGER,
    "name" TEXT NOT NULL,
    "webhook_url" TEXT NOT NULL,
    "event_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "categories" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret_sealed" BYTEA,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "request_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workspace_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "last_duration_ms" INTEGER,
    "order_key" TEXT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mailbox_workspace_id_from_email_key" ON "mailbox"("workspace_id", "from_email");

-- CreateIndex
CREATE UNIQUE INDEX "mailbox_workspace_id_id_key" ON "mailbox"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sync_folder_mailbox_id_path_key" ON "sync_folder"("mailbox_id", "path");

-- CreateIndex
CREATE INDEX "event_workspace_id_at_idx" ON "event"("workspace_id", "at");

-- CreateIndex
CREATE INDEX "event_campaign_id_kind_at_idx" ON "event"("campaign_id", "kind", "at");

-- CreateIndex
CREATE INDEX "event_enrolment_id_at_idx" ON "event"("enrolment_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "folder_workspace_id_name_key" ON "folder"("workspace_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "folder_workspace_id_id_key" ON "folder"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tag_workspace_id_name_key" ON "tag"("workspace_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "tag_workspace_id_id_key" ON "tag"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "campaign_status_next_trigger_at_idx" ON "campaign"("status", "next_trigger_at");

-- CreateIndex
CREATE INDEX "campaign_workspace_id_status_idx" ON "campaign"("workspace_id", "status");

-- CreateIndex
CREATE INDEX "campaign_workspace_id_updated_at_idx" ON "campaign"("workspace_id", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_workspace_id_id_key" ON "campaign"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "sequence_step_campaign_id_seq_number_idx" ON "sequence_step"("campaign_id", "seq_number");

-- CreateIndex
CREATE UNIQUE INDEX "sequence_step_workspace_id_id_key" ON "sequence_step"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "step_variant_step_id_idx" ON "step_variant"("step_id");

-- CreateIndex
CREATE UNIQUE INDEX "sequence_version_campaign_id_version_key" ON "sequence_version"("campaign_id", "version");

-- CreateIndex
CREATE INDEX "campaign_mailbox_mailbox_id_idx" ON "campaign_mailbox"("mailbox_id");

-- CreateIndex
CREATE INDEX "trigger_run_campaign_id_scheduled_at_idx" ON "trigger_run"("campaign_id", "scheduled_at");

-- CreateIndex
CREATE UNIQUE INDEX "trigger_run_campaign_id_sequence_key" ON "trigger_run"("campaign_id", "sequence");

-- CreateIndex
CREATE INDEX "campaign_edit_campaign_id_id_idx" ON "campaign_edit"("campaign_id", "id");

-- CreateIndex
CREATE INDEX "intent_state_send_at_idx" ON "intent"("state", "send_at");

-- CreateIndex
CREATE INDEX "intent_mailbox_id_state_send_at_idx" ON "intent"("mailbox_id", "state", "send_at");

-- CreateIndex
CREATE INDEX "intent_campaign_id_sent_at_idx" ON "intent"("campaign_id", "sent_at");

-- CreateIndex
CREATE INDEX "intent_enrolment_id_id_idx" ON "intent"("enrolment_id", "id");

-- CreateIndex
CREATE INDEX "intent_mailbox_id_sent_at_idx" ON "intent"("mailbox_id", "sent_at");

-- CreateIndex
CREATE UNIQUE INDEX "intent_enrolment_id_step_id_key" ON "intent"("enrolment_id", "step_id");

-- CreateIndex
CREATE UNIQUE INDEX "intent_message_id_key" ON "intent"("message_id");

-- CreateIndex
CREATE UNIQUE INDEX "intent_stats_id_key" ON "intent"("stats_id");

-- CreateIndex
CREATE INDEX "message_enrolment_id_at_idx" ON "message"("enrolment_id", "at");

-- CreateIndex
CREATE INDEX "message_workspace_id_untracked_state_at_idx" ON "message"("workspace_id", "untracked_state", "at");

-- CreateIndex
CREATE INDEX "message_workspace_id_message_id_idx" ON "message"("workspace_id", "message_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_mailbox_id_direction_dedupe_key_key" ON "message"("mailbox_id", "direction", "dedupe_key");

-- CreateIndex
CREATE INDEX "reminder_status_remind_at_idx" ON "reminder"("status", "remind_at");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_uuid_key" ON "workspace"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_uuid_key" ON "app_user"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_workspace_id_id_key" ON "app_user"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "user_session_user_id_idx" ON "user_session"("user_id");

-- CreateIndex
CREATE INDEX "user_session_previous_hash_idx" ON "user_session"("previous_hash");

-- CreateIndex
CREATE UNIQUE INDEX "user_session_refresh_hash_key" ON "user_session"("refresh_hash");

-- CreateIndex
CREATE INDEX "email_token_user_id_kind_idx" ON "email_token"("user_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "email_token_token_hash_key" ON "email_token"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "agency_client_workspace_id_email_key" ON "agency_client"("workspace_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "agency_client_workspace_id_id_key" ON "agency_client"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "api_key_workspace_id_idx" ON "api_key"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE INDEX "audit_entry_workspace_id_id_idx" ON "audit_entry"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "audit_entry_workspace_id_target_kind_target_id_idx" ON "audit_entry"("workspace_id", "target_kind", "target_id");

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_key_workspace_id_key_key" ON "idempotency_key"("workspace_id", "key");

-- CreateIndex
CREATE INDEX "saved_view_workspace_id_user_id_area_idx" ON "saved_view"("workspace_id", "user_id", "area");

-- CreateIndex
CREATE INDEX "lead_workspace_id_domain_idx" ON "lead"("workspace_id", "domain");

-- CreateIndex
CREATE UNIQUE INDEX "lead_workspace_id_email_key" ON "lead"("workspace_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "lead_workspace_id_id_key" ON "lead"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lead_alias_workspace_id_email_lead_id_key" ON "lead_alias"("workspace_id", "email", "lead_id");

-- CreateIndex
CREATE INDEX "enrolment_campaign_id_status_next_due_at_idx" ON "enrolment"("campaign_id", "status", "next_due_at");

-- CreateIndex
CREATE INDEX "enrolment_campaign_id_mailbox_id_status_next_due_at_idx" ON "enrolment"("campaign_id", "mailbox_id", "status", "next_due_at");

-- CreateIndex
CREATE INDEX "enrolment_lead_id_idx" ON "enrolment"("lead_id");

-- CreateIndex
CREATE INDEX "enrolment_workspace_id_last_inbound_at_idx" ON "enrolment"("workspace_id", "last_inbound_at");

-- CreateIndex
CREATE INDEX "enrolment_campaign_id_status_id_idx" ON "enrolment"("campaign_id", "status", "id");

-- CreateIndex
CREATE INDEX "enrolment_upload_id_idx" ON "enrolment"("upload_id");

-- CreateIndex
CREATE UNIQUE INDEX "enrolment_campaign_id_lead_id_key" ON "enrolment"("campaign_id", "lead_id");

-- CreateIndex
CREATE UNIQUE INDEX "enrolment_workspace_id_id_key" ON "enrolment"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lead_category_workspace_id_name_key" ON "lead_category"("workspace_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "suppression_workspace_id_kind_value_client_scope_key" ON "suppression"("workspace_id", "kind", "value", "client_scope");

-- CreateIndex
CREATE INDEX "lead_upload_campaign_id_idx" ON "lead_upload"("campaign_id");

-- CreateIndex
CREATE UNIQUE INDEX "lead_upload_delete_identifier_key" ON "lead_upload"("delete_identifier");

-- CreateIndex
CREATE UNIQUE INDEX "lead_upload_workspace_id_id_key" ON "lead_upload"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "upload_row_upload_id_outcome_row_number_idx" ON "upload_row"("upload_id", "outcome", "row_number");

-- CreateIndex
CREATE INDEX "lead_note_lead_id_idx" ON "lead_note"("lead_id");

-- CreateIndex
CREATE INDEX "lead_task_lead_id_idx" ON "lead_task"("lead_id");

-- CreateIndex
CREATE INDEX "lead_task_workspace_id_status_due_at_idx" ON "lead_task"("workspace_id", "status", "due_at");

-- CreateIndex
CREATE INDEX "webhook_workspace_id_idx" ON "webhook"("workspace_id");

-- CreateIndex
CREATE INDEX "webhook_campaign_id_idx" ON "webhook"("campaign_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_workspace_id_id_key" ON "webhook"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_id_idx" ON "webhook_delivery"("webhook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_state_next_attempt_at_idx" ON "webhook_delivery"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_workspace_id_created_at_idx" ON "webhook_delivery"("workspace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_request_id_key" ON "webhook_delivery"("request_id");

-- AddForeignKey
ALTER TABLE "mailbox" ADD CONSTRAINT "mailbox_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mailbox" ADD CONSTRAINT "mailbox_workspace_id_client_id_fkey" FOREIGN KEY ("workspace_id", "client_id") REFERENCES "agency_client"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mailbox_secret" ADD CONSTRAINT "mailbox_secret_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mailbox_tag" ADD CONSTRAINT "mailbox_tag_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mailbox_tag" ADD CONSTRAINT "mailbox_tag_workspace_id_tag_id_fkey" FOREIGN KEY ("workspace_id", "tag_id") REFERENCES "tag"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sync_folder" ADD CONSTRAINT "sync_folder_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "folder" ADD CONSTRAINT "folder_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_workspace_id_client_id_fkey" FOREIGN KEY ("workspace_id", "client_id") REFERENCES "agency_client"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_workspace_id_folder_id_fkey" FOREIGN KEY ("workspace_id", "folder_id") REFERENCES "folder"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_workspace_id_parent_campaign_id_fkey" FOREIGN KEY ("workspace_id", "parent_campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_tag" ADD CONSTRAINT "campaign_tag_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_tag" ADD CONSTRAINT "campaign_tag_workspace_id_tag_id_fkey" FOREIGN KEY ("workspace_id", "tag_id") REFERENCES "tag"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "step_variant" ADD CONSTRAINT "step_variant_workspace_id_step_id_fkey" FOREIGN KEY ("workspace_id", "step_id") REFERENCES "sequence_step"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sequence_version" ADD CONSTRAINT "sequence_version_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_mailbox" ADD CONSTRAINT "campaign_mailbox_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_mailbox" ADD CONSTRAINT "campaign_mailbox_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "trigger_run" ADD CONSTRAINT "trigger_run_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_edit" ADD CONSTRAINT "campaign_edit_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "intent" ADD CONSTRAINT "intent_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "intent" ADD CONSTRAINT "intent_workspace_id_enrolment_id_fkey" FOREIGN KEY ("workspace_id", "enrolment_id") REFERENCES "enrolment"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "intent" ADD CONSTRAINT "intent_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_workspace_id_enrolment_id_fkey" FOREIGN KEY ("workspace_id", "enrolment_id") REFERENCES "enrolment"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reply_draft" ADD CONSTRAINT "reply_draft_workspace_id_enrolment_id_fkey" FOREIGN KEY ("workspace_id", "enrolment_id") REFERENCES "enrolment"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_workspace_id_enrolment_id_fkey" FOREIGN KEY ("workspace_id", "enrolment_id") REFERENCES "enrolment"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_workspace_id_client_id_fkey" FOREIGN KEY ("workspace_id", "client_id") REFERENCES "agency_client"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "app_user"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "app_user"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "agency_client" ADD CONSTRAINT "agency_client_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_client_id_fkey" FOREIGN KEY ("workspace_id", "client_id") REFERENCES "agency_client"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "app_user"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lead" ADD CONSTRAINT "lead_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead_alias" ADD CONSTRAINT "lead_alias_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "lead"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "lead"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_workspace_id_mailbox_id_fkey" FOREIGN KEY ("workspace_id", "mailbox_id") REFERENCES "mailbox"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lead_category" ADD CONSTRAINT "lead_category_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead_upload" ADD CONSTRAINT "lead_upload_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead_upload" ADD CONSTRAINT "lead_upload_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "upload_row" ADD CONSTRAINT "upload_row_workspace_id_upload_id_fkey" FOREIGN KEY ("workspace_id", "upload_id") REFERENCES "lead_upload"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lead_note" ADD CONSTRAINT "lead_note_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "lead"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lead_task" ADD CONSTRAINT "lead_task_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "lead"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaign"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_workspace_id_client_id_fkey" FOREIGN KEY ("workspace_id", "client_id") REFERENCES "agency_client"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_workspace_id_webhook_id_fkey" FOREIGN KEY ("workspace_id", "webhook_id") REFERENCES "webhook"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Events: a partition a month, made ahead by create_event_partitions(); the default partition is the net below.
CREATE TABLE "event_default" PARTITION OF "event" DEFAULT;

CREATE FUNCTION create_event_partitions(from_month date, months int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  month_start date := date_trunc('month', from_month);
  partition_name text;
BEGIN
  FOR i IN 0..months LOOP
    partition_name := 'event_' || to_char(month_start + (i || ' months')::interval, 'YYYY_MM');
    IF to_regclass(partition_name) IS NULL THEN
      BEGIN
        EXECUTE format('CREATE TABLE %I PARTITION OF event FOR VALUES FROM (%L) TO (%L)', partition_name,
          (month_start + (i || ' months')::interval)::date, (month_start + ((i + 1) || ' months')::interval)::date);
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition_name);
      EXCEPTION WHEN check_violation OR duplicate_table THEN NULL; -- rows of that month already stand in the default partition
      END;
    END IF;
  END LOOP;
END $$;
SELECT create_event_partitions((now() - interval '2 months')::date, 6);

-- A custom category never takes one of the fixed numbers 1 to 9.
ALTER SEQUENCE "lead_category_id_seq" RESTART WITH 10;

-- What the scheduler looks for, and nothing else.
CREATE INDEX "enrolment_new" ON "enrolment" ("campaign_id", "id") WHERE "status" = 'STARTED';
CREATE INDEX "enrolment_due" ON "enrolment" ("campaign_id", "mailbox_id", "next_due_at") WHERE "status" = 'INPROGRESS';
CREATE INDEX "enrolment_inbox" ON "enrolment" ("workspace_id", "last_inbound_at" DESC, "id" DESC) WHERE "last_inbound_at" IS NOT NULL;
CREATE INDEX "intent_open" ON "intent" ("mailbox_id", "send_at") WHERE "state" IN ('RESERVED', 'SUBMITTING');
CREATE INDEX "campaign_due" ON "campaign" ("next_trigger_at") WHERE "status" = 'ACTIVE';
ALTER TABLE "intent" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "enrolment" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- Search needs the trigram index; under row-level security LIKE may not use it (it is not leakproof), so that text
-- search goes through functions that take the workspace.
CREATE INDEX "lead_search" ON "lead" USING gin ((lower("email" || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("company_name", ''))) gin_trgm_ops);

-- Row-level security on every table that carries a workspace. Later migrations that add a table call this again.
CREATE FUNCTION protect_tenant_tables() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT c.relname AS name, CASE WHEN c.relname = 'workspace' THEN 'id' ELSE 'workspace_id' END AS key
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND (c.relname = 'workspace' OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped))
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t.name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t.name);
    EXECUTE format('CREATE POLICY one_workspace ON %I TO skein_app USING (%I = nullif(current_setting(%L, true), %L)::int) WITH CHECK (%I = nullif(current_setting(%L, true), %L)::int)',
      t.name, t.key, 'app.workspace_id', '', t.key, 'app.workspace_id', '');
    EXECUTE format('CREATE POLICY all_workspaces ON %I TO skein_system USING (true) WITH CHECK (true)', t.name);
  END LOOP;
END $$;
SELECT protect_tenant_tables();
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO skein_app, skein_system;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO skein_app, skein_system;
GRANT EXECUTE ON FUNCTION create_event_partitions(date, int) TO skein_system;
