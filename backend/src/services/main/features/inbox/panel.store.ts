import type { SqlClient } from '../../../../platform/db/database';

export interface PanelRecord {
  lead_id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  linkedin_profile: string | null;
  company_url: string | null;
  custom_fields: Record<string, unknown>;
  provider: string;
  lead_unsubscribed: boolean;
  lead_bounced: boolean;
  time_zone: string | null;
  aliases: string[];
  is_suppressed: boolean;
  id: number;
  campaign_id: number;
  status: string;
  reason: string | null;
  category_id: number | null;
  category_by: string | null;
  steps_sent: number;
  step_count: number;
  next_due_at: Date | null;
  hold_kind: string | null;
  hold_until: Date | null;
  ended_at: Date | null;
  created_at: Date;
  upload_name: string | null;
  row_number: number | null;
  assigned_user_id: number | null;
  assigned_name: string | null;
  revenue: string;
}

/** Everything that stands beside a thread in one row. */
export async function readPanel(workspaceId: number, sql: SqlClient, enrolmentId: number): Promise<PanelRecord | null> {
  const { rows } = await sql.query<PanelRecord>(
    `SELECT e.lead_id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location, l.linkedin_profile, l.company_url, l.custom_fields, l.provider, l.is_unsubscribed AS lead_unsubscribed, l.is_bounced AS lead_bounced, l.time_zone,
       ARRAY(SELECT a.email FROM lead_alias a WHERE a.lead_id = l.id ORDER BY a.id LIMIT 20) AS aliases, EXISTS (SELECT FROM suppression s WHERE s.workspace_id = e.workspace_id AND ((s.kind = 'email' AND s.value = l.email) OR (s.kind = 'domain' AND s.value = l.domain))) AS is_suppressed,
       e.id, e.campaign_id, e.status, e.reason, e.category_id, e.category_by, e.steps_sent, (SELECT count(*)::int FROM sequence_step s WHERE s.campaign_id = e.campaign_id AND NOT s.is_deleted) AS step_count, e.next_due_at, e.hold_kind, e.hold_until, e.ended_at, e.created_at,
       p.file_name AS upload_name, e.row_number, e.assigned_user_id, coalesce(u.name, u.email) AS assigned_name, e.revenue::text
     FROM enrolment e JOIN lead l ON l.id = e.lead_id LEFT JOIN app_user u ON u.id = e.assigned_user_id LEFT JOIN lead_upload p ON p.id = e.upload_id WHERE e.workspace_id = $1 AND e.id = $2`,
    [workspaceId, enrolmentId],
  );
  return rows[0] ?? null;
}

export interface EventRecord {
  kind: string;
  at: Date;
  is_machine: boolean;
  seq_number: number | null;
  variant_label: string | null;
  subject: string | null;
  evidence: Record<string, unknown>;
}

/** The newest events of a conversation. */
export async function findEvents(workspaceId: number, sql: SqlClient, enrolmentId: number): Promise<EventRecord[]> {
  return (
    await sql.query<EventRecord>(
      `SELECT v.kind, v.at, v.is_machine, i.seq_number, s.label AS variant_label, i.subject, v.evidence FROM event v LEFT JOIN intent i ON i.id = v.intent_id LEFT JOIN step_variant s ON s.id = v.variant_id
     WHERE v.workspace_id = $1 AND v.enrolment_id = $2 ORDER BY v.at DESC, v.id DESC LIMIT 500`,
      [workspaceId, enrolmentId],
    )
  ).rows;
}

export interface OtherEnrolment {
  enrolment_id: number;
  campaign_id: number;
  campaign_name: string;
  status: string;
  reason: string | null;
  reply_count: number;
  category_id: number | null;
}

/** The same lead in other campaigns. */
export async function findOthers(
  workspaceId: number,
  sql: SqlClient,
  leadId: number,
  enrolmentId: number,
): Promise<OtherEnrolment[]> {
  return (
    await sql.query<OtherEnrolment>(
      `SELECT e.id AS enrolment_id, e.campaign_id, c.name AS campaign_name, e.status, e.reason, e.reply_count, e.category_id FROM enrolment e JOIN campaign c ON c.id = e.campaign_id WHERE e.workspace_id = $1 AND e.lead_id = $2 AND e.id <> $3 ORDER BY e.id DESC LIMIT 50`,
      [workspaceId, leadId, enrolmentId],
    )
  ).rows;
}

/** How the newest answer was matched. */
export async function findMatch(
  workspaceId: number,
  sql: SqlClient,
  enrolmentId: number,
): Promise<{ by?: string | null; evidence?: { rule: string; text: string }[] } | null> {
  return (
    (
      await sql.query<{ match: { by?: string | null; evidence?: { rule: string; text: string }[] } }>(
        `SELECT match FROM message WHERE workspace_id = $1 AND enrolment_id = $2 AND direction = 'in' ORDER BY at DESC, id DESC LIMIT 1`,
        [workspaceId, enrolmentId],
      )
    ).rows[0]?.match ?? null
  );
}
