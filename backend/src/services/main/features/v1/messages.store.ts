import type { SqlClient } from '../../../../platform/db/database';

/** The conversation of a mail by its stats id; null when there is none. */
export async function findConversationOfMail(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  statsId: string,
): Promise<number | null> {
  const { rows } = await sql.query<{ enrolment_id: number | null }>(
    'SELECT enrolment_id FROM intent WHERE workspace_id = $1 AND campaign_id = $2 AND stats_id = $3::uuid',
    [workspaceId, campaignId, statsId],
  );
  return rows[0]?.enrolment_id ?? null;
}

/** Where conversations stand, with what the rows of the wire say of their campaigns. */
export interface ConversationExtras {
  id: number;
  lead_id: number;
  last_seq_number: number;
  next_eligible_at: Date | null;
  next_due_at: Date | null;
  next_step_id: number | null;
  status: string;
  assigned_user_id: number | null;
  parent_campaign_id: number | null;
  time_zone: string;
  sending_days: number[];
  window_start: string;
  window_end: string;
  step_count: number;
  hold_kind: string | null;
  child_id: number | null;
}

export async function findConversationExtras(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
): Promise<Map<number, ConversationExtras>> {
  const { rows } = await sql.query<ConversationExtras>(
    `SELECT e.id, e.lead_id, e.last_seq_number, e.next_eligible_at, e.next_due_at, e.next_step_id, e.status, e.assigned_user_id, e.hold_kind, c.parent_campaign_id, c.time_zone, c.sending_days, c.window_start, c.window_end,
       (SELECT count(*)::int FROM sequence_step s WHERE s.campaign_id = c.id AND NOT s.is_deleted) AS step_count,
       (SELECT x.campaign_id FROM enrolment x WHERE x.parent_enrolment_id = e.id ORDER BY x.id DESC LIMIT 1) AS child_id
     FROM enrolment e JOIN campaign c ON c.id = e.campaign_id WHERE e.workspace_id = $1 AND e.id = ANY($2)`,
    [workspaceId, enrolmentIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
