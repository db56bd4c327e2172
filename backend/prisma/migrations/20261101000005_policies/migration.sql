-- Row-level security of every table with a workspace: skein_app sees the rows of the session's workspace alone, skein_system all.
-- A later table gets the same from protect_tenant_tables().

-- --- Workspaces, people, keys --------------------------------------------------------------------------------------

alter table workspace enable row level security, force row level security;
create policy one_workspace on workspace to skein_app
using (id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on workspace to skein_system using (true) with check (true);

alter table app_user enable row level security, force row level security;
create policy one_workspace on app_user to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on app_user to skein_system using (true) with check (true);

alter table user_session enable row level security, force row level security;
create policy one_workspace on user_session to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on user_session to skein_system using (true) with check (true);

alter table email_token enable row level security, force row level security;
create policy one_workspace on email_token to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on email_token to skein_system using (true) with check (true);

alter table recovery_code enable row level security, force row level security;
create policy one_workspace on recovery_code to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on recovery_code to skein_system using (true) with check (true);

alter table agency_client enable row level security, force row level security;
create policy one_workspace on agency_client to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on agency_client to skein_system using (true) with check (true);

alter table api_key enable row level security, force row level security;
create policy one_workspace on api_key to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on api_key to skein_system using (true) with check (true);

alter table audit_entry enable row level security, force row level security;
create policy one_workspace on audit_entry to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on audit_entry to skein_system using (true) with check (true);

alter table idempotency_key enable row level security, force row level security;
create policy one_workspace on idempotency_key to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on idempotency_key to skein_system using (true) with check (true);

alter table saved_view enable row level security, force row level security;
create policy one_workspace on saved_view to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on saved_view to skein_system using (true) with check (true);

alter table ai_key enable row level security, force row level security;
create policy one_workspace on ai_key to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on ai_key to skein_system using (true) with check (true);

-- --- Teams ---------------------------------------------------------------------------------------------------------

alter table team_invitation enable row level security, force row level security;
create policy one_workspace on team_invitation to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on team_invitation to skein_system using (true) with check (true);

alter table member_assignment enable row level security, force row level security;
create policy one_workspace on member_assignment to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on member_assignment to skein_system using (true) with check (true);

-- --- White label and notices ---------------------------------------------------------------------------------------

alter table whitelabel enable row level security, force row level security;
create policy one_workspace on whitelabel to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on whitelabel to skein_system using (true) with check (true);

alter table notice enable row level security, force row level security;
create policy one_workspace on notice to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on notice to skein_system using (true) with check (true);

alter table notice_read enable row level security, force row level security;
create policy one_workspace on notice_read to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on notice_read to skein_system using (true) with check (true);

alter table notice_choice enable row level security, force row level security;
create policy one_workspace on notice_choice to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on notice_choice to skein_system using (true) with check (true);

-- --- Mailboxes -----------------------------------------------------------------------------------------------------

alter table mailbox enable row level security, force row level security;
create policy one_workspace on mailbox to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on mailbox to skein_system using (true) with check (true);

alter table mailbox_secret enable row level security, force row level security;
create policy one_workspace on mailbox_secret to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on mailbox_secret to skein_system using (true) with check (true);

alter table mailbox_tag enable row level security, force row level security;
create policy one_workspace on mailbox_tag to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on mailbox_tag to skein_system using (true) with check (true);

alter table sync_folder enable row level security, force row level security;
create policy one_workspace on sync_folder to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on sync_folder to skein_system using (true) with check (true);

-- --- Campaigns -----------------------------------------------------------------------------------------------------

alter table folder enable row level security, force row level security;
create policy one_workspace on folder to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on folder to skein_system using (true) with check (true);

alter table tag enable row level security, force row level security;
create policy one_workspace on tag to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on tag to skein_system using (true) with check (true);

alter table campaign enable row level security, force row level security;
create policy one_workspace on campaign to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on campaign to skein_system using (true) with check (true);

alter table campaign_tag enable row level security, force row level security;
create policy one_workspace on campaign_tag to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on campaign_tag to skein_system using (true) with check (true);

alter table sequence_step enable row level security, force row level security;
create policy one_workspace on sequence_step to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on sequence_step to skein_system using (true) with check (true);

alter table step_variant enable row level security, force row level security;
create policy one_workspace on step_variant to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on step_variant to skein_system using (true) with check (true);

alter table sequence_version enable row level security, force row level security;
create policy one_workspace on sequence_version to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on sequence_version to skein_system using (true) with check (true);

alter table setup_version enable row level security, force row level security;
create policy one_workspace on setup_version to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on setup_version to skein_system using (true) with check (true);

alter table campaign_mailbox enable row level security, force row level security;
create policy one_workspace on campaign_mailbox to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on campaign_mailbox to skein_system using (true) with check (true);

alter table trigger_run enable row level security, force row level security;
create policy one_workspace on trigger_run to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on trigger_run to skein_system using (true) with check (true);

alter table campaign_edit enable row level security, force row level security;
create policy one_workspace on campaign_edit to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on campaign_edit to skein_system using (true) with check (true);

alter table step_template enable row level security, force row level security;
create policy one_workspace on step_template to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on step_template to skein_system using (true) with check (true);

-- --- Subsequences --------------------------------------------------------------------------------------------------

alter table subsequence_rule enable row level security, force row level security;
create policy one_workspace on subsequence_rule to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on subsequence_rule to skein_system using (true) with check (true);

alter table subsequence_trigger enable row level security, force row level security;
create policy one_workspace on subsequence_trigger to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on subsequence_trigger to skein_system using (true) with check (true);

alter table subsequence_push enable row level security, force row level security;
create policy one_workspace on subsequence_push to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on subsequence_push to skein_system using (true) with check (true);

-- --- Leads and enrolments ------------------------------------------------------------------------------------------

alter table lead enable row level security, force row level security;
create policy one_workspace on lead to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead to skein_system using (true) with check (true);

alter table lead_alias enable row level security, force row level security;
create policy one_workspace on lead_alias to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_alias to skein_system using (true) with check (true);

alter table enrolment enable row level security, force row level security;
create policy one_workspace on enrolment to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on enrolment to skein_system using (true) with check (true);

alter table lead_category enable row level security, force row level security;
create policy one_workspace on lead_category to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_category to skein_system using (true) with check (true);

alter table suppression enable row level security, force row level security;
create policy one_workspace on suppression to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on suppression to skein_system using (true) with check (true);

alter table block_upload enable row level security, force row level security;
create policy one_workspace on block_upload to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on block_upload to skein_system using (true) with check (true);

alter table block_upload_row enable row level security, force row level security;
create policy one_workspace on block_upload_row to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on block_upload_row to skein_system using (true) with check (true);

alter table lead_upload enable row level security, force row level security;
create policy one_workspace on lead_upload to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_upload to skein_system using (true) with check (true);

alter table signed_file enable row level security, force row level security;
create policy one_workspace on signed_file to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on signed_file to skein_system using (true) with check (true);

alter table upload_chunk enable row level security, force row level security;
create policy one_workspace on upload_chunk to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on upload_chunk to skein_system using (true) with check (true);

alter table upload_row enable row level security, force row level security;
create policy one_workspace on upload_row to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on upload_row to skein_system using (true) with check (true);

alter table lead_note enable row level security, force row level security;
create policy one_workspace on lead_note to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_note to skein_system using (true) with check (true);

alter table lead_task enable row level security, force row level security;
create policy one_workspace on lead_task to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_task to skein_system using (true) with check (true);

alter table upload_mapping enable row level security, force row level security;
create policy one_workspace on upload_mapping to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on upload_mapping to skein_system using (true) with check (true);

alter table lead_count enable row level security, force row level security;
create policy one_workspace on lead_count to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_count to skein_system using (true) with check (true);

-- --- Lead lists ----------------------------------------------------------------------------------------------------

alter table lead_list enable row level security, force row level security;
create policy one_workspace on lead_list to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_list to skein_system using (true) with check (true);

alter table lead_list_member enable row level security, force row level security;
create policy one_workspace on lead_list_member to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_list_member to skein_system using (true) with check (true);

alter table lead_list_tag enable row level security, force row level security;
create policy one_workspace on lead_list_tag to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_list_tag to skein_system using (true) with check (true);

alter table lead_tag enable row level security, force row level security;
create policy one_workspace on lead_tag to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_tag to skein_system using (true) with check (true);

alter table lead_action enable row level security, force row level security;
create policy one_workspace on lead_action to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on lead_action to skein_system using (true) with check (true);

-- --- E-mail verification -------------------------------------------------------------------------------------------

alter table verification_account enable row level security, force row level security;
create policy one_workspace on verification_account to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on verification_account to skein_system using (true) with check (true);

alter table verification_order enable row level security, force row level security;
create policy one_workspace on verification_order to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on verification_order to skein_system using (true) with check (true);

alter table verification enable row level security, force row level security;
create policy one_workspace on verification to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on verification to skein_system using (true) with check (true);

alter table verification_address enable row level security, force row level security;
create policy one_workspace on verification_address to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on verification_address to skein_system using (true) with check (true);

alter table verification_ledger enable row level security, force row level security;
create policy one_workspace on verification_ledger to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on verification_ledger to skein_system using (true) with check (true);

alter table verification_provider enable row level security, force row level security;
create policy one_workspace on verification_provider to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on verification_provider to skein_system using (true) with check (true);

alter table payment_event enable row level security, force row level security;
create policy one_workspace on payment_event to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on payment_event to skein_system using (true) with check (true);

-- --- Sending and receiving -----------------------------------------------------------------------------------------

alter table intent enable row level security, force row level security;
create policy one_workspace on intent to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on intent to skein_system using (true) with check (true);

alter table message enable row level security, force row level security;
create policy one_workspace on message to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on message to skein_system using (true) with check (true);

alter table reply_draft enable row level security, force row level security;
create policy one_workspace on reply_draft to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on reply_draft to skein_system using (true) with check (true);

alter table reminder enable row level security, force row level security;
create policy one_workspace on reminder to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on reminder to skein_system using (true) with check (true);

-- --- LinkedIn ------------------------------------------------------------------------------------------------------

alter table linkedin_account enable row level security, force row level security;
create policy one_workspace on linkedin_account to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on linkedin_account to skein_system using (true) with check (true);

alter table linkedin_action enable row level security, force row level security;
create policy one_workspace on linkedin_action to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on linkedin_action to skein_system using (true) with check (true);

-- --- Warmup --------------------------------------------------------------------------------------------------------

alter table warmup_mailbox enable row level security, force row level security;
create policy one_workspace on warmup_mailbox to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on warmup_mailbox to skein_system using (true) with check (true);

alter table warmup_mail enable row level security, force row level security;
create policy one_workspace on warmup_mail to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on warmup_mail to skein_system using (true) with check (true);

-- --- Webhooks ------------------------------------------------------------------------------------------------------

alter table webhook enable row level security, force row level security;
create policy one_workspace on webhook to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on webhook to skein_system using (true) with check (true);

alter table webhook_delivery enable row level security, force row level security;
create policy one_workspace on webhook_delivery to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on webhook_delivery to skein_system using (true) with check (true);

-- --- Analytics -----------------------------------------------------------------------------------------------------

alter table event enable row level security, force row level security;
create policy one_workspace on event to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on event to skein_system using (true) with check (true);

alter table event_rollup enable row level security, force row level security;
create policy one_workspace on event_rollup to skein_app
using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int)
with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::int);
create policy all_workspaces on event_rollup to skein_system using (true) with check (true);

-- --- Events -----------------------------------------------------------------------------------------------------------

-- A partition a month, made ahead; the default partition catches what falls outside.
create table event_default partition of event default;
select create_event_partitions((now() - interval '2 months')::date, 6);

-- --- Grants -----------------------------------------------------------------------------------------------------------

-- What belongs to the installation is no business of a workspace.
revoke all on instance, instance_clock, worker_heartbeat, attempt_count from skein_app;

-- Ledgers: rows are added and never changed.
revoke update, delete on payment_event, verification_ledger from skein_app, skein_system;

grant select, insert, update, delete on all tables in schema sandbox to skein_system;
