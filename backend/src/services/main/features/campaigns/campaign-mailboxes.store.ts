import type { SqlClient } from '../../../../platform/db/database';
import { cancelReservedWhere } from '../../../../platform/outcomes/cancel-reserved.store';
import type { CampaignScope } from './campaign-scope';

export interface CampaignMailboxRow {
  id: number;
  from_name: string;
  from_email: string;
  type: string;
  is_suspended: boolean;
  is_smtp_success: boolean;
  smtp_failure_error: string | null;
  failing_since: Date | null;
  message_per_day: number;
  min_time_to_wait_minutes: number;
  time_zone: string;
  warmup: { started_at?: string } | null;
  campaign_count: number;
  leads: number;
  added_at: Date;
}

/** Mailboxes of a campaign in the order of their addresses, with the leads that keep each. */
export async function findCampaignMailboxes(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
): Promise<CampaignMailboxRow[]> {
  const { rows } = await sql.query<CampaignMailboxRow>(
    `SELECT m.id, m.from_name, m.from_email, m.type, m.is_suspended, m.is_smtp_success, m.smtp_failure_error, m.failing_since, m.message_per_day, m.min_time_to_wait_minutes, m.time_zone, m.warmup, (SELECT count(*)::int FROM enrolment e WHERE e.campaign_id = $2 AND e.mailbox_id = m.id) AS leads, cm.added_at,
       (SELECT count(*)::int FROM campaign_mailbox o WHERE o.mailbox_id = m.id) AS campaign_count
     FROM campaign_mailbox cm JOIN mailbox m ON m.id = cm.mailbox_id AND m.deleted_at IS NULL WHERE cm.workspace_id = $1 AND cm.campaign_id = $2 ORDER BY m.from_email`,
    [workspaceId, campaignId],
  );
  return rows;
}

/** E-mails of every kind but tests that each mailbox sent or reserved since its own local day began. */
export async function countSentSince(
  workspaceId: number,
  sql: SqlClient,
  mailboxIds: number[],
  since: Date[],
): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ id: number; count: number }>(
    `SELECT m.id, count(*)::int AS count FROM unnest($2::int[], $3::timestamptz[]) AS m(id, since) JOIN intent i ON i.workspace_id = $1 AND i.mailbox_id = m.id AND i.sent_at >= m.since AND i.state IN ('SENT', 'IN_DOUBT') AND i.kind <> 'TEST' GROUP BY 1`,
    [workspaceId, mailboxIds, since],
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Which of these mailboxes exist, are not deleted, and are inside the scope of whoever chooses. */
export async function findUsableMailboxes(
  workspaceId: number,
  sql: SqlClient,
  mailboxIds: number[],
  scope: CampaignScope,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    'SELECT id FROM mailbox WHERE workspace_id = $1 AND id = ANY($2) AND deleted_at IS NULL AND ($3::int IS NULL OR client_id = $3) AND ($4::int IS NULL OR id IN (SELECT member_mailboxes($4)))',
    [workspaceId, mailboxIds, scope.clientId, scope.memberId],
  );
  return rows.map((row) => row.id);
}

export async function attachMailboxes(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  mailboxIds: number[],
): Promise<number> {
  const { rowCount } = await sql.query(
    'INSERT INTO campaign_mailbox (workspace_id, campaign_id, mailbox_id) SELECT $1, $2, id FROM unnest($3::int[]) AS given(id) ON CONFLICT DO NOTHING',
    [workspaceId, campaignId, mailboxIds],
  );
  return rowCount ?? 0;
}

/** Takes mailboxes out and cancels what this campaign had reserved from them. Their leads are re-allocated by the planner. */
export async function detachMailboxes(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  mailboxIds: number[],
): Promise<{ removed: number; leads: number }> {
  const { rowCount } = await sql.query(
    'DELETE FROM campaign_mailbox WHERE workspace_id = $1 AND campaign_id = $2 AND mailbox_id = ANY($3)',
    [workspaceId, campaignId, mailboxIds],
  );
  await cancelReservedWhere(
    sql,
    'MAILBOX_DETACHED',
    `i.workspace_id = $2 and i.campaign_id = $3 and i.mailbox_id = any($4) and i.kind = 'CAMPAIGN'`,
    [workspaceId, campaignId, mailboxIds],
  );
  const { rows } = await sql.query<{ leads: number }>(
    `SELECT count(*)::int AS leads FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND mailbox_id = ANY($3) AND status IN ('STARTED', 'INPROGRESS', 'PAUSED')`,
    [workspaceId, campaignId, mailboxIds],
  );
  return { removed: rowCount ?? 0, leads: rows[0]?.leads ?? 0 };
}
