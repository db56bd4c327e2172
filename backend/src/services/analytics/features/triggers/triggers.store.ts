import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';

export interface TriggerRecord {
  id: string;
  sequence: number;
  state: 'SCHEDULED' | 'PICKED' | 'RUNNING' | 'COMPLETED';
  scheduled_at: Date;
  picked_at: Date | null;
  completed_at: Date | null;
  checkpoint: string | null;
  constraint_code: string | null;
  planned: number;
  counts: {
    new_leads?: number;
    follow_ups?: number;
    sent?: number;
    failed?: number;
    released?: number;
    skipped?: Record<string, number>;
  };
}

export type TriggerOutcomeFilter = 'all' | 'sent' | 'nothing';

const outcomeCondition: Record<TriggerOutcomeFilter, string> = {
  all: 'true',
  sent: 't.planned > 0',
  nothing: 't.planned = 0',
};

/** Firings of a campaign, newest first, and how many there are (counted up to 10,000). */
export async function listTriggers(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  outcome: TriggerOutcomeFilter,
  page: { after: number | null; limit: number },
): Promise<{ rows: TriggerRecord[]; total: number }> {
  const conditions = new Conditions(workspaceId);
  conditions.add('t.workspace_id = $1').add('t.campaign_id = ?', campaignId).add(outcomeCondition[outcome]);
  const {
    rows: [counted],
  } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM trigger_run t WHERE ${conditions.sql} LIMIT 10001) first_rows`,
    conditions.values,
  );
  if (page.after !== null) conditions.add('t.sequence < ?', page.after);
  const limit = conditions.value(page.limit);
  const { rows } = await sql.query<TriggerRecord>(
    `SELECT t.* FROM trigger_run t WHERE ${conditions.sql} ORDER BY t.sequence DESC LIMIT ${limit}`,
    conditions.values,
  );
  return { rows, total: counted?.count ?? 0 };
}

export async function findTrigger(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  triggerId: string,
): Promise<TriggerRecord | null> {
  const { rows } = await sql.query<TriggerRecord>(
    'SELECT t.* FROM trigger_run t WHERE t.workspace_id = $1 AND t.campaign_id = $2 AND t.id = $3::bigint',
    [workspaceId, campaignId, triggerId],
  );
  return rows[0] ?? null;
}

export interface TriggerEmailRecord {
  intent_id: string;
  enrolment_id: number | null;
  lead_id: number | null;
  email: string | null;
  lead_name: string;
  mailbox_email: string;
  seq_number: number | null;
  variant_label: string | null;
  state: string;
  send_at: Date;
  sent_at: Date | null;
  note: string | null;
}

/** E-mails that a firing reserved, in the order in which they leave. */
export async function listTriggerEmails(
  workspaceId: number,
  sql: SqlClient,
  triggerId: string,
): Promise<TriggerEmailRecord[]> {
  const { rows } = await sql.query<TriggerEmailRecord>(
    `SELECT i.id AS intent_id, i.enrolment_id, l.id AS lead_id, l.email, concat_ws(' ', l.first_name, l.last_name) AS lead_name, m.from_email AS mailbox_email, i.seq_number, v.label AS variant_label, i.state, i.send_at, i.sent_at, coalesce(i.cancel_reason, i.failure_text) AS note
     FROM intent i JOIN mailbox m ON m.workspace_id = $1 AND m.id = i.mailbox_id LEFT JOIN enrolment e ON e.workspace_id = $1 AND e.id = i.enrolment_id LEFT JOIN lead l ON l.workspace_id = $1 AND l.id = e.lead_id LEFT JOIN step_variant v ON v.workspace_id = $1 AND v.id = i.variant_id
     WHERE i.workspace_id = $1 AND i.trigger_run_id = $2::bigint ORDER BY i.send_at, i.id LIMIT 1000`,
    [workspaceId, triggerId],
  );
  return rows;
}
