import type { SqlClient } from '../../../../platform/db/database';

/** Columns that belong to one campaign's life and are not copied. */
const settingColumns = `client_id, folder_id, time_zone, sending_days, window_start, window_end, extra_windows, holidays, time_zone_mode, is_schedule_saved, min_time_btwn_emails, max_leads_per_day, follow_up_percentage, track_opens, track_clicks, track_replies, stop_on,
  send_as_plain_text, force_plain_text, unsubscribe_text, add_unsubscribe_header, esp_match_mode, esp_rules, company_daily_limit, pause_company_on_reply, bounce_guard_enabled, bounce_guard_percent, bounce_guard_min_sent, out_of_office, allow_missing_fields, delay_basis,
  spintax_mode, categorise_replies, settings, lead_condition`;

/** A draft with the settings and the schedule of another campaign; answers its id. */
export async function copyCampaign(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  copy: { name: string | null; parentId: number | null; keepClient: boolean; createdBy: number; at: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `INSERT INTO campaign (workspace_id, name, parent_campaign_id, created_by, status_changed_by, created_at, updated_at, status_changed_at, ${settingColumns})
     SELECT workspace_id, coalesce($3, name), $4, $5, $5, $6, $6, $6, ${settingColumns.replace('client_id', 'CASE WHEN $7 THEN client_id END')} FROM campaign WHERE workspace_id = $1 AND id = $2 RETURNING id`,
    [workspaceId, campaignId, copy.name, copy.parentId, copy.createdBy, copy.at, copy.keepClient],
  );
  return (rows[0] as { id: number }).id;
}

/** Steps and variants under new ids. */
export async function copySequence(workspaceId: number, sql: SqlClient, from: number, to: number): Promise<void> {
  const { rows: steps } = await sql.query<{ id: number }>(
    'SELECT id FROM sequence_step WHERE workspace_id = $1 AND campaign_id = $2 AND NOT is_deleted ORDER BY seq_number',
    [workspaceId, from],
  );
  for (const step of steps) {
    await sql.query(
      `WITH copied AS (
         INSERT INTO sequence_step (workspace_id, campaign_id, seq_number, seq_type, delay_days, delay_hours, delay_minutes, distribution, sample_percentage, winning_metric, detail)
         SELECT workspace_id, $3, seq_number, seq_type, delay_days, delay_hours, delay_minutes, distribution, sample_percentage, winning_metric, detail FROM sequence_step WHERE workspace_id = $1 AND id = $2 RETURNING id
       ) INSERT INTO step_variant (workspace_id, step_id, label, subject, email_body, attachments, percentage, is_paused)
       SELECT v.workspace_id, copied.id, v.label, v.subject, v.email_body, v.attachments, v.percentage, v.is_paused FROM step_variant v, copied WHERE v.workspace_id = $1 AND v.step_id = $2 AND NOT v.is_deleted ORDER BY v.label`,
      [workspaceId, step.id, to],
    );
  }
  await sql.query(
    'UPDATE campaign SET sequence_version = 1 WHERE workspace_id = $1 AND id = $2 AND EXISTS (SELECT FROM sequence_step WHERE campaign_id = $2)',
    [workspaceId, to],
  );
}

export async function copyMailboxes(workspaceId: number, sql: SqlClient, from: number, to: number): Promise<void> {
  await sql.query(
    `INSERT INTO campaign_mailbox (workspace_id, campaign_id, mailbox_id) SELECT cm.workspace_id, $3, cm.mailbox_id FROM campaign_mailbox cm JOIN mailbox m ON m.id = cm.mailbox_id AND m.deleted_at IS NULL WHERE cm.workspace_id = $1 AND cm.campaign_id = $2`,
    [workspaceId, from, to],
  );
}

export async function subsequenceIds(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      'SELECT id FROM campaign WHERE workspace_id = $1 AND parent_campaign_id = $2 ORDER BY id',
      [workspaceId, campaignId],
    )
  ).rows.map((row) => row.id);
}

/** Leads that were queued, in progress, paused, or stopped only because the campaign was: they begin at the first step, each at a place of its own in texts that vary in turn. */
export async function copyUnfinishedLeads(
  workspaceId: number,
  sql: SqlClient,
  from: number,
  to: number,
  at: Date,
): Promise<number> {
  const { rowCount } = await sql.query(
    `INSERT INTO enrolment (workspace_id, campaign_id, lead_id, provider, created_at, updated_at, spin_index)
     SELECT e.workspace_id, $3, e.lead_id, e.provider, $4, $4, row_number() OVER (ORDER BY e.id) - 1 FROM enrolment e JOIN lead l ON l.id = e.lead_id
     WHERE e.workspace_id = $1 AND e.campaign_id = $2 AND (e.status IN ('STARTED', 'INPROGRESS', 'PAUSED') OR (e.status = 'STOPPED' AND e.reason = 'CAMPAIGN_STOPPED')) AND NOT l.is_unsubscribed AND NOT l.is_bounced
     ORDER BY e.id ON CONFLICT (campaign_id, lead_id) DO NOTHING`,
    [workspaceId, from, to, at],
  );
  return rowCount ?? 0;
}
