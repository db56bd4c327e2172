-- Every index besides the primary keys. A foreign key (workspace_id, id) needs the unique index (workspace_id, id) of what it names.

-- --- The installation ----------------------------------------------------------------------------------------------

create index worker_heartbeat_beat_at_idx on worker_heartbeat (beat_at);

-- --- Workspaces, people, keys --------------------------------------------------------------------------------------

create unique index workspace_uuid_key on workspace (uuid);

create unique index app_user_uuid_key on app_user (uuid);
create unique index app_user_email_key on app_user (email);
create unique index app_user_workspace_id_id_key on app_user (workspace_id, id);

create index user_session_user_id_idx on user_session (user_id);
create index user_session_previous_hash_idx on user_session (previous_hash);
create unique index user_session_refresh_hash_key on user_session (refresh_hash);

create index email_token_user_id_kind_idx on email_token (user_id, kind);
create unique index email_token_token_hash_key on email_token (token_hash);

create unique index recovery_code_user_id_code_hash_key on recovery_code (user_id, code_hash);

create unique index agency_client_workspace_id_email_key on agency_client (workspace_id, email);
create unique index agency_client_workspace_id_id_key on agency_client (workspace_id, id);

create index api_key_workspace_id_idx on api_key (workspace_id);
create unique index api_key_key_hash_key on api_key (key_hash);

create index audit_entry_workspace_id_id_idx on audit_entry (workspace_id, id);
create index audit_entry_workspace_id_target_kind_target_id_idx on audit_entry (workspace_id, target_kind, target_id);

create unique index idempotency_key_workspace_id_key_key on idempotency_key (workspace_id, key);

create index saved_view_workspace_id_user_id_area_idx on saved_view (workspace_id, user_id, area);

-- --- Teams ---------------------------------------------------------------------------------------------------------

create unique index team_invitation_token_hash_key on team_invitation (token_hash);
create unique index team_invitation_workspace_id_email_key on team_invitation (workspace_id, email);

create unique index member_assignment_workspace_id_user_id_campaign_id_key on member_assignment (
  workspace_id,
  user_id,
  campaign_id
);
create unique index member_assignment_workspace_id_user_id_client_id_key on member_assignment (
  workspace_id,
  user_id,
  client_id
);
create unique index member_assignment_workspace_id_user_id_mailbox_id_key on member_assignment (
  workspace_id,
  user_id,
  mailbox_id
);
create index member_assignment_campaign_id_idx on member_assignment (campaign_id);
create index member_assignment_client_id_idx on member_assignment (client_id);
create index member_assignment_mailbox_id_idx on member_assignment (mailbox_id);

-- --- White label and notices ---------------------------------------------------------------------------------------

create unique index whitelabel_domain on whitelabel (domain) where domain_verified_at is not null;

create unique index notice_workspace_id_id_key on notice (workspace_id, id);
create unique index notice_workspace_id_dedupe_key_key on notice (workspace_id, dedupe_key);
create index notice_not_mailed on notice (id) where mailed_at is null;

create index notice_read_workspace_id_notice_id_idx on notice_read (workspace_id, notice_id);

-- --- Mailboxes -----------------------------------------------------------------------------------------------------

create unique index mailbox_workspace_id_from_email_key on mailbox (workspace_id, from_email);
create unique index mailbox_workspace_id_id_key on mailbox (workspace_id, id);
create index mailbox_sync on mailbox (sync_leased_until) where deleted_at is null;

create unique index sync_folder_mailbox_id_path_key on sync_folder (mailbox_id, path);

-- --- Campaigns -----------------------------------------------------------------------------------------------------

create unique index folder_workspace_id_name_key on folder (workspace_id, name);
create unique index folder_workspace_id_id_key on folder (workspace_id, id);

create unique index tag_workspace_id_name_key on tag (workspace_id, name);
create unique index tag_workspace_id_id_key on tag (workspace_id, id);

create index campaign_status_next_trigger_at_idx on campaign (status, next_trigger_at);
create index campaign_workspace_id_status_idx on campaign (workspace_id, status);
create index campaign_workspace_id_updated_at_idx on campaign (workspace_id, updated_at);
create unique index campaign_workspace_id_id_key on campaign (workspace_id, id);
create index campaign_due on campaign (next_trigger_at) where status = 'ACTIVE';

create index sequence_step_campaign_id_seq_number_idx on sequence_step (campaign_id, seq_number);
create unique index sequence_step_workspace_id_id_key on sequence_step (workspace_id, id);

create index step_variant_step_id_idx on step_variant (step_id);

create unique index sequence_version_campaign_id_version_key on sequence_version (campaign_id, version);

create unique index setup_version_campaign_id_area_version_key on setup_version (campaign_id, area, version);

create index campaign_mailbox_mailbox_id_idx on campaign_mailbox (mailbox_id);

create index trigger_run_campaign_id_scheduled_at_idx on trigger_run (campaign_id, scheduled_at);
create unique index trigger_run_campaign_id_sequence_key on trigger_run (campaign_id, sequence);

create index campaign_edit_campaign_id_id_idx on campaign_edit (campaign_id, id);

create index step_template_workspace_id_client_id_idx on step_template (workspace_id, client_id);

-- --- Subsequences --------------------------------------------------------------------------------------------------

create unique index subsequence_rule_workspace_id_campaign_id_key on subsequence_rule (workspace_id, campaign_id);
create index subsequence_rule_parent_campaign_id_idx on subsequence_rule (parent_campaign_id);

create unique index subsequence_trigger_campaign_id_kind_key on subsequence_trigger (campaign_id, kind);
create index subsequence_trigger_parent_campaign_id_kind_idx on subsequence_trigger (parent_campaign_id, kind);
create index subsequence_trigger_kind_idx on subsequence_trigger (kind);

create unique index subsequence_push_campaign_id_lead_id_key on subsequence_push (campaign_id, lead_id);
create index subsequence_push_campaign_id_id_idx on subsequence_push (campaign_id, id);
create index subsequence_push_lead_id_idx on subsequence_push (lead_id);

-- --- Leads and enrolments ------------------------------------------------------------------------------------------

create index lead_workspace_id_domain_idx on lead (workspace_id, domain);
create unique index lead_workspace_id_email_key on lead (workspace_id, email);
create unique index lead_workspace_id_id_key on lead (workspace_id, id);
create index lead_search on lead using gin (
  lower(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(company_name, '')) gin_trgm_ops
);
create index lead_upload_of on lead (upload_id) where upload_id is not null;
create index lead_verification on lead (workspace_id, verification, id) where verification is not null;
create index lead_unsubscribed on lead (workspace_id, id) where is_unsubscribed;
create index lead_bounced on lead (workspace_id, id) where is_bounced;
create index lead_search_replied on lead using gin (
  lower(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(company_name, '')) gin_trgm_ops
)
where has_replied;

create unique index lead_alias_workspace_id_email_lead_id_key on lead_alias (workspace_id, email, lead_id);

create index enrolment_lead_id_idx on enrolment (lead_id);
create index enrolment_campaign_id_status_id_idx on enrolment (campaign_id, status, id);
create index enrolment_upload_id_idx on enrolment (upload_id);
create unique index enrolment_campaign_id_lead_id_key on enrolment (campaign_id, lead_id);
create unique index enrolment_workspace_id_id_key on enrolment (workspace_id, id);
create index enrolment_new on enrolment (campaign_id, provider, id)
where status = 'STARTED' and open_intent_id is null and not is_parked;
create index enrolment_due on enrolment (campaign_id, mailbox_id, next_eligible_at, id)
where status = 'INPROGRESS' and open_intent_id is null and not is_parked;
create index enrolment_due_any on enrolment (campaign_id, next_eligible_at)
where status = 'INPROGRESS' and open_intent_id is null and not is_parked;
create index enrolment_replied on enrolment (campaign_id, id) where first_reply_at is not null;
create index enrolment_inbox on enrolment (workspace_id, last_inbound_at desc, id desc)
include (is_read, is_important, is_archived, snoozed_until, category_id, assigned_user_id, campaign_id)
where last_inbound_at is not null;
create index enrolment_mailed on enrolment (workspace_id, last_sent_at desc, id desc) where last_sent_at is not null;
create index enrolment_important on enrolment (workspace_id, id) where is_important;
create index enrolment_snoozed on enrolment (workspace_id, snoozed_until) where snoozed_until is not null;
create index enrolment_assigned on enrolment (workspace_id, assigned_user_id, id) where assigned_user_id is not null;
create index enrolment_parked on enrolment (campaign_id) where is_parked;
create index enrolment_silent on enrolment (campaign_id, last_sent_at)
where status = 'COMPLETED' and reason is null and first_reply_at is null;
create index enrolment_of_parent on enrolment (parent_enrolment_id) where parent_enrolment_id is not null;
create index enrolment_states on enrolment (workspace_id, campaign_id, status, reason, is_bounced);
create index enrolment_failed on enrolment (workspace_id, campaign_id, id) where reason = 'FAILED' or is_bounced;
create index enrolment_archived on enrolment (
  workspace_id,
  coalesce(last_inbound_at, last_sent_at, created_at) desc,
  id desc
)
where is_archived;
create index enrolment_lead_states on enrolment (workspace_id, lead_id, status);
create index enrolment_of_mailbox on enrolment (mailbox_id, campaign_id, status) where mailbox_id is not null;
create index enrolment_categories on enrolment (workspace_id, campaign_id, category_id, id)
include (reply_count)
where category_id is not null;
create index enrolment_of_campaign on enrolment (campaign_id, id, lead_id, workspace_id);
create index enrolment_past_by_hand on enrolment (campaign_id, next_step_id)
where status = 'STARTED' and last_step_at is not null and open_intent_id is null and not is_parked;

create unique index lead_category_workspace_id_name_key on lead_category (workspace_id, name);

create unique index suppression_workspace_id_kind_value_client_scope_key on suppression (
  workspace_id,
  kind,
  value,
  client_scope
);
create index suppression_newest on suppression (workspace_id, id desc);
create index suppression_upload on suppression (upload_id, id) where upload_id is not null;
create index suppression_by_source on suppression (workspace_id, source, id desc);
create index suppression_by_scope on suppression (workspace_id, client_scope, id desc);

create unique index block_upload_delete_identifier_key on block_upload (delete_identifier);
create unique index block_upload_workspace_id_id_key on block_upload (workspace_id, id);

create index block_upload_row_workspace_id_value_idx on block_upload_row (workspace_id, value);

create index lead_upload_campaign_id_idx on lead_upload (campaign_id);
create unique index lead_upload_delete_identifier_key on lead_upload (delete_identifier);
create unique index lead_upload_workspace_id_id_key on lead_upload (workspace_id, id);
create index lead_upload_list_id_idx on lead_upload (list_id);

create index signed_file_workspace_id_created_at_idx on signed_file (workspace_id, created_at);

create index upload_row_upload_id_outcome_row_number_idx on upload_row (upload_id, outcome, row_number);
create index upload_row_upload_id_email_idx on upload_row (upload_id, email);
create index upload_row_of_address on upload_row (workspace_id, email) where email is not null;

create index lead_note_lead_id_idx on lead_note (lead_id);

create index lead_task_lead_id_idx on lead_task (lead_id);
create index lead_task_workspace_id_status_due_at_idx on lead_task (workspace_id, status, due_at);
create unique index lead_task_of_step on lead_task (enrolment_id, step_id) where step_id is not null;

create index lead_count_workspace_id_campaign_id_status_idx on lead_count (workspace_id, campaign_id, status);

-- --- Lead lists ----------------------------------------------------------------------------------------------------

create unique index lead_list_workspace_id_name_key on lead_list (workspace_id, name);
create unique index lead_list_workspace_id_id_key on lead_list (workspace_id, id);

create index lead_list_member_lead_id_idx on lead_list_member (lead_id);

create unique index lead_tag_lead_id_tag_id_key on lead_tag (lead_id, tag_id);
create index lead_tag_tag_id_idx on lead_tag (tag_id);

create unique index lead_action_workspace_id_id_key on lead_action (workspace_id, id);

-- --- E-mail verification -------------------------------------------------------------------------------------------

create unique index verification_order_workspace_id_id_key on verification_order (workspace_id, id);
create index verification_order_renews on verification_order (renews_at) where renews_at is not null;

create unique index verification_workspace_id_id_key on verification (workspace_id, id);

create index verification_address_lead_id_idx on verification_address (lead_id);
create index verification_address_verification_id_result_lead_id_idx on verification_address (
  verification_id,
  result,
  lead_id
);
create index verification_address_waiting on verification_address (verification_id, domain, lead_id)
where result is null;

create unique index verification_ledger_workspace_id_key_key on verification_ledger (workspace_id, key);

-- --- Sending and receiving -----------------------------------------------------------------------------------------

create index intent_campaign_id_sent_at_idx on intent (campaign_id, sent_at);
create index intent_enrolment_id_id_idx on intent (enrolment_id, id);
create index intent_mailbox_id_sent_at_idx on intent (mailbox_id, sent_at);
create unique index intent_enrolment_id_step_id_key on intent (enrolment_id, step_id);
create unique index intent_message_id_key on intent (message_id);
create unique index intent_stats_id_key on intent (stats_id);
create index intent_due on intent (send_at, mailbox_id) where state = 'RESERVED';
create index intent_submitting on intent (leased_until) where state = 'SUBMITTING';
create index intent_by_mailbox on intent (mailbox_id, send_at desc)
where state in ('RESERVED', 'SUBMITTING', 'SENT', 'IN_DOUBT');
create index intent_by_campaign on intent (campaign_id, send_at desc)
where state in ('RESERVED', 'SUBMITTING', 'SENT', 'IN_DOUBT');
create index intent_provider_message on intent (workspace_id, provider_message_id)
where provider_message_id is not null;
create index intent_envelope on intent (envelope_id);
create index intent_by_hand on intent (workspace_id, send_at)
where kind in ('REPLY', 'FORWARD') and state in ('RESERVED', 'SUBMITTING', 'FAILED');
create index intent_open_by_campaign on intent (campaign_id) where state in ('RESERVED', 'SUBMITTING');
create index intent_sent_copy on intent (mailbox_id, sent_copy_at) where sent_copy = 'WANTED';
create index intent_in_doubt on intent (id) where state = 'IN_DOUBT';

create index message_enrolment_id_at_idx on message (enrolment_id, at);
create index message_workspace_id_untracked_state_at_idx on message (workspace_id, untracked_state, at);
create index message_workspace_id_message_id_idx on message (workspace_id, message_id);
create unique index message_mailbox_id_direction_dedupe_key_key on message (mailbox_id, direction, dedupe_key);
create index message_newest_in on message (enrolment_id, at desc, id desc) where direction = 'in';
create index message_search on message using gin (
  lower(from_email || ' ' || subject || ' ' || left(text_body, 4000)) gin_trgm_ops
)
where direction = 'in' and enrolment_id is not null;
create index message_received on message (workspace_id, at desc, id desc)
where direction = 'in' and enrolment_id is not null;
create index message_of_lead on message (lead_id) where lead_id is not null;

create index reminder_status_remind_at_idx on reminder (status, remind_at);
create index reminder_of_workspace on reminder (workspace_id, remind_at);
create index reminder_of_conversation on reminder (enrolment_id);

-- --- LinkedIn ------------------------------------------------------------------------------------------------------

create unique index linkedin_account_workspace_id_id_key on linkedin_account (workspace_id, id);

create unique index linkedin_action_enrolment_id_step_id_key on linkedin_action (enrolment_id, step_id);
create index linkedin_action_state_next_look_at_idx on linkedin_action (state, next_look_at);
create index linkedin_action_account_id_kind_performed_at_idx on linkedin_action (account_id, kind, performed_at);

-- --- Warmup --------------------------------------------------------------------------------------------------------

create index warmup_mailbox_next_plan_at_idx on warmup_mailbox (next_plan_at);

create unique index warmup_mail_message_id_key on warmup_mail (message_id);
create unique index warmup_mail_reply_to_id_key on warmup_mail (reply_to_id);
create index warmup_mail_envelope_id_idx on warmup_mail (envelope_id);
create index warmup_mail_workspace_id_from_mailbox_id_sent_at_idx on warmup_mail (
  workspace_id,
  from_mailbox_id,
  sent_at
);
create index warmup_mail_workspace_id_to_mailbox_id_sent_at_idx on warmup_mail (workspace_id, to_mailbox_id, sent_at);
create index warmup_mail_due on warmup_mail (send_at) where state = 'PLANNED';
create index warmup_mail_submitting on warmup_mail (leased_until) where state = 'SUBMITTING';
create index warmup_mail_to_look_for on warmup_mail (look_at) where look_at is not null;

create unique index warmup_pool_member_email_key on warmup_pool_member (email);

-- --- Webhooks ------------------------------------------------------------------------------------------------------

create index webhook_workspace_id_idx on webhook (workspace_id);
create index webhook_campaign_id_idx on webhook (campaign_id);
create unique index webhook_workspace_id_id_key on webhook (workspace_id, id);

create index webhook_delivery_webhook_id_id_idx on webhook_delivery (webhook_id, id);
create index webhook_delivery_workspace_id_created_at_idx on webhook_delivery (workspace_id, created_at);
create unique index webhook_delivery_request_id_key on webhook_delivery (request_id);
create index webhook_delivery_due on webhook_delivery (next_attempt_at, id) where state in ('PENDING', 'DELIVERING');
create index webhook_delivery_in_order on webhook_delivery (webhook_id, order_key, id)
where state in ('PENDING', 'DELIVERING') and order_key is not null;

-- --- Analytics -----------------------------------------------------------------------------------------------------

create index event_workspace_id_at_idx on event (workspace_id, at);
create index event_campaign_id_kind_at_idx on event (campaign_id, kind, at);
create index event_enrolment_id_at_idx on event (enrolment_id, at);

-- --- The sandbox's mail world --------------------------------------------------------------------------------------

create index smtp_record_message_id on sandbox.smtp_record (message_id);
create index smtp_record_accepted_at on sandbox.smtp_record (accepted_at);
