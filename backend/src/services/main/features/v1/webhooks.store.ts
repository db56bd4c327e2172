import type { SqlClient } from '../../../../platform/db/database';

export interface DeliverySums {
  webhook_id: number;
  event_type: string;
  total: number;
  success: number;
  failed: number;
  waiting: number;
}

/** How the deliveries of a campaign's webhooks went in a time range, by webhook and event. Tests are left out. */
export async function sumDeliveries(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  from: Date,
  to: Date,
): Promise<DeliverySums[]> {
  const { rows } = await sql.query<DeliverySums>(
    `SELECT d.webhook_id, d.event_type, count(*)::int AS total, count(*) FILTER (WHERE d.state = 'DELIVERED')::int AS success, count(*) FILTER (WHERE d.state = 'FAILED')::int AS failed, count(*) FILTER (WHERE d.state IN ('PENDING', 'DELIVERING'))::int AS waiting
     FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id AND w.workspace_id = d.workspace_id WHERE d.workspace_id = $1 AND w.campaign_id = $2 AND d.created_at >= $3 AND d.created_at <= $4 AND NOT d.is_test GROUP BY 1, 2 ORDER BY 1, 2`,
    [workspaceId, campaignId, from, to],
  );
  return rows;
}
