-- Every foreign key. Those between tables of a workspace carry the workspace, so that no row can name another workspace's row.

-- --- Workspaces, people, keys --------------------------------------------------------------------------------------

alter table app_user
  add constraint app_user_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint app_user_workspace_id_client_id_fkey
    foreign key (workspace_id, client_id) references agency_client (workspace_id, id);

alter table user_session
  add constraint user_session_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade;

alter table email_token
  add constraint email_token_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade;

alter table recovery_code
  add constraint recovery_code_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade;

alter table agency_client
  add constraint agency_client_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table api_key
  add constraint api_key_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint api_key_workspace_id_client_id_fkey
    foreign key (workspace_id, client_id) references agency_client (workspace_id, id);

alter table audit_entry
  add constraint audit_entry_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table idempotency_key
  add constraint idempotency_key_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table saved_view
  add constraint saved_view_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade;

alter table ai_key
  add constraint ai_key_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade;

-- --- Teams ---------------------------------------------------------------------------------------------------------

alter table team_invitation
  add constraint team_invitation_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table member_assignment
  add constraint member_assignment_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade,
  add constraint member_assignment_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade,
  add constraint member_assignment_workspace_id_client_id_fkey
    foreign key (workspace_id, client_id) references agency_client (workspace_id, id) on delete cascade,
  add constraint member_assignment_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id) on delete cascade;

-- --- White label and notices ---------------------------------------------------------------------------------------

alter table whitelabel
  add constraint whitelabel_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table notice
  add constraint notice_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint notice_workspace_id_client_id_fkey
    foreign key (workspace_id, client_id) references agency_client (workspace_id, id) on delete cascade;

alter table notice_read
  add constraint notice_read_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade,
  add constraint notice_read_workspace_id_notice_id_fkey
    foreign key (workspace_id, notice_id) references notice (workspace_id, id) on delete cascade;

alter table notice_choice
  add constraint notice_choice_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references app_user (workspace_id, id) on delete cascade;

-- --- Mailboxes -----------------------------------------------------------------------------------------------------

alter table mailbox
  add constraint mailbox_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint mailbox_workspace_id_client_id_fkey
    foreign key (workspace_id, client_id) references agency_client (workspace_id, id);

alter table mailbox_secret
  add constraint mailbox_secret_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id) on delete cascade;

alter table mailbox_tag
  add constraint mailbox_tag_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id) on delete cascade,
  add constraint mailbox_tag_workspace_id_tag_id_fkey
    foreign key (workspace_id, tag_id) references tag (workspace_id, id) on delete cascade;

alter table sync_folder
  add constraint sync_folder_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id) on delete cascade;

-- --- Campaigns -----------------------------------------------------------------------------------------------------

alter table folder
  add constraint folder_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table tag
  add constraint tag_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table campaign
  add constraint campaign_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint campaign_workspace_id_client_id_fkey
    foreign key (workspace_id, client_id) references agency_client (workspace_id, id),
  add constraint campaign_workspace_id_folder_id_fkey
    foreign key (workspace_id, folder_id) references folder (workspace_id, id),
  add constraint campaign_workspace_id_parent_campaign_id_fkey
    foreign key (workspace_id, parent_campaign_id) references campaign (workspace_id, id);

alter table campaign_tag
  add constraint campaign_tag_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade,
  add constraint campaign_tag_workspace_id_tag_id_fkey
    foreign key (workspace_id, tag_id) references tag (workspace_id, id) on delete cascade;

alter table sequence_step
  add constraint sequence_step_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade;

alter table step_variant
  add constraint step_variant_workspace_id_step_id_fkey
    foreign key (workspace_id, step_id) references sequence_step (workspace_id, id) on delete cascade;

alter table sequence_version
  add constraint sequence_version_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade;

alter table setup_version
  add constraint setup_version_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade;

alter table campaign_mailbox
  add constraint campaign_mailbox_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade,
  add constraint campaign_mailbox_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id) on delete cascade;

alter table trigger_run
  add constraint trigger_run_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade;

alter table campaign_edit
  add constraint campaign_edit_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade;

alter table step_template
  add constraint step_template_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint step_template_workspace_id_client_id_fkey
    foreign key (workspace_id, client_id) references agency_client (workspace_id, id) on delete cascade;

-- --- Subsequences --------------------------------------------------------------------------------------------------

alter table subsequence_rule
  add constraint subsequence_rule_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade,
  add constraint subsequence_rule_workspace_id_parent_campaign_id_fkey
    foreign key (workspace_id, parent_campaign_id) references campaign (workspace_id, id) on delete cascade;

alter table subsequence_trigger
  add constraint subsequence_trigger_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references subsequence_rule (workspace_id, campaign_id) on delete cascade;

alter table subsequence_push
  add constraint subsequence_push_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references subsequence_rule (workspace_id, campaign_id) on delete cascade,
  add constraint subsequence_push_workspace_id_lead_id_fkey
    foreign key (workspace_id, lead_id) references lead (workspace_id, id) on delete cascade;

-- --- Leads and enrolments ------------------------------------------------------------------------------------------

alter table lead
  add constraint lead_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table lead_alias
  add constraint lead_alias_workspace_id_lead_id_fkey
    foreign key (workspace_id, lead_id) references lead (workspace_id, id) on delete cascade;

alter table enrolment
  add constraint enrolment_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id) on delete cascade,
  add constraint enrolment_workspace_id_lead_id_fkey
    foreign key (workspace_id, lead_id) references lead (workspace_id, id) on delete cascade,
  add constraint enrolment_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id);

alter table lead_category
  add constraint lead_category_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table suppression
  add constraint suppression_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint suppression_workspace_id_upload_id_fkey
    foreign key (workspace_id, upload_id) references block_upload (workspace_id, id);

alter table block_upload
  add constraint block_upload_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table block_upload_row
  add constraint block_upload_row_workspace_id_upload_id_fkey
    foreign key (workspace_id, upload_id) references block_upload (workspace_id, id) on delete cascade;

alter table lead_upload
  add constraint lead_upload_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint lead_upload_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id),
  add constraint lead_upload_workspace_id_list_id_fkey
    foreign key (workspace_id, list_id) references lead_list (workspace_id, id);

alter table signed_file
  add constraint signed_file_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table upload_chunk
  add constraint upload_chunk_workspace_id_upload_id_fkey
    foreign key (workspace_id, upload_id) references lead_upload (workspace_id, id) on delete cascade;

alter table upload_row
  add constraint upload_row_workspace_id_upload_id_fkey
    foreign key (workspace_id, upload_id) references lead_upload (workspace_id, id) on delete cascade;

alter table lead_note
  add constraint lead_note_workspace_id_lead_id_fkey
    foreign key (workspace_id, lead_id) references lead (workspace_id, id) on delete cascade;

alter table lead_task
  add constraint lead_task_workspace_id_lead_id_fkey
    foreign key (workspace_id, lead_id) references lead (workspace_id, id) on delete cascade;

alter table upload_mapping
  add constraint upload_mapping_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

-- --- Lead lists ----------------------------------------------------------------------------------------------------

alter table lead_list
  add constraint lead_list_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table lead_list_member
  add constraint lead_list_member_workspace_id_list_id_fkey
    foreign key (workspace_id, list_id) references lead_list (workspace_id, id) on delete cascade,
  add constraint lead_list_member_workspace_id_lead_id_fkey
    foreign key (workspace_id, lead_id) references lead (workspace_id, id) on delete cascade;

alter table lead_list_tag
  add constraint lead_list_tag_workspace_id_list_id_fkey
    foreign key (workspace_id, list_id) references lead_list (workspace_id, id) on delete cascade,
  add constraint lead_list_tag_workspace_id_tag_id_fkey
    foreign key (workspace_id, tag_id) references tag (workspace_id, id) on delete cascade;

alter table lead_tag
  add constraint lead_tag_workspace_id_lead_id_fkey
    foreign key (workspace_id, lead_id) references lead (workspace_id, id) on delete cascade,
  add constraint lead_tag_workspace_id_tag_id_fkey
    foreign key (workspace_id, tag_id) references tag (workspace_id, id) on delete cascade;

alter table lead_action
  add constraint lead_action_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

-- --- E-mail verification -------------------------------------------------------------------------------------------

alter table verification_account
  add constraint verification_account_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table verification_order
  add constraint verification_order_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table verification
  add constraint verification_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table verification_address
  add constraint verification_address_workspace_id_verification_id_fkey
    foreign key (workspace_id, verification_id) references verification (workspace_id, id) on delete cascade,
  add constraint verification_address_workspace_id_lead_id_fkey
    foreign key (workspace_id, lead_id) references lead (workspace_id, id) on delete cascade;

alter table verification_ledger
  add constraint verification_ledger_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table verification_provider
  add constraint verification_provider_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table payment_event
  add constraint payment_event_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

-- --- Sending and receiving -----------------------------------------------------------------------------------------

alter table intent
  add constraint intent_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id),
  add constraint intent_workspace_id_enrolment_id_fkey
    foreign key (workspace_id, enrolment_id) references enrolment (workspace_id, id),
  add constraint intent_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id);

alter table message
  add constraint message_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id),
  add constraint message_workspace_id_enrolment_id_fkey
    foreign key (workspace_id, enrolment_id) references enrolment (workspace_id, id);

alter table reply_draft
  add constraint reply_draft_workspace_id_enrolment_id_fkey
    foreign key (workspace_id, enrolment_id) references enrolment (workspace_id, id) on delete cascade;

alter table reminder
  add constraint reminder_workspace_id_enrolment_id_fkey
    foreign key (workspace_id, enrolment_id) references enrolment (workspace_id, id) on delete cascade;

-- --- LinkedIn ------------------------------------------------------------------------------------------------------

alter table linkedin_account
  add constraint linkedin_account_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade;

alter table linkedin_action
  add constraint linkedin_action_workspace_id_enrolment_id_fkey
    foreign key (workspace_id, enrolment_id) references enrolment (workspace_id, id) on delete cascade,
  add constraint linkedin_action_workspace_id_account_id_fkey
    foreign key (workspace_id, account_id) references linkedin_account (workspace_id, id);

-- --- Warmup --------------------------------------------------------------------------------------------------------

alter table warmup_mailbox
  add constraint warmup_mailbox_workspace_id_mailbox_id_fkey
    foreign key (workspace_id, mailbox_id) references mailbox (workspace_id, id) on delete cascade;

alter table warmup_mail
  add constraint warmup_mail_workspace_id_from_mailbox_id_fkey
    foreign key (workspace_id, from_mailbox_id) references mailbox (workspace_id, id) on delete cascade,
  add constraint warmup_mail_workspace_id_to_mailbox_id_fkey
    foreign key (workspace_id, to_mailbox_id) references mailbox (workspace_id, id) on delete cascade;

-- --- Webhooks ------------------------------------------------------------------------------------------------------

alter table webhook
  add constraint webhook_workspace_id_fkey
    foreign key (workspace_id) references workspace (id) on update cascade on delete cascade,
  add constraint webhook_workspace_id_campaign_id_fkey
    foreign key (workspace_id, campaign_id) references campaign (workspace_id, id),
  add constraint webhook_workspace_id_client_id_fkey
    foreign key (workspace_id, client_id) references agency_client (workspace_id, id);

alter table webhook_delivery
  add constraint webhook_delivery_workspace_id_webhook_id_fkey
    foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade;
