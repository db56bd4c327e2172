-- The history tells who changed what of campaign settings and states.
create or replace trigger audited
after insert or delete or update of
  name, status, client_id, folder_id, team_member_id, time_zone, time_zone_mode, sending_days, window_start,
  window_end, extra_windows, holidays, schedule_start_at, min_time_btwn_emails, max_leads_per_day,
  follow_up_percentage, track_opens, track_clicks, track_replies, stop_on, send_as_plain_text,
  force_plain_text, unsubscribe_text, add_unsubscribe_header, esp_match_mode, esp_rules, company_daily_limit,
  pause_company_on_reply, bounce_guard_enabled, bounce_guard_percent, bounce_guard_min_sent, out_of_office,
  allow_missing_fields, delay_basis, spintax_mode, categorise_replies
on campaign
for each row
execute function audit_change(
  'campaign',
  'name status client_id folder_id team_member_id time_zone time_zone_mode sending_days window_start window_end extra_windows holidays schedule_start_at min_time_btwn_emails max_leads_per_day follow_up_percentage track_opens track_clicks track_replies stop_on send_as_plain_text force_plain_text unsubscribe_text add_unsubscribe_header esp_match_mode esp_rules company_daily_limit pause_company_on_reply bounce_guard_enabled bounce_guard_percent bounce_guard_min_sent out_of_office allow_missing_fields delay_basis spintax_mode categorise_replies',
  '',
  'name'
);
