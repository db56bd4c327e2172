import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface DeliverySums {
  webhook_id: number;
  event_type: string;
  total: number;
  success: number;
  failed: number;
  waiting: number;
}

/** The deliveries of a campaign between two moments. */
interface DeliveriesToSum {
  campaignId: CampaignId;
  from: Date;
  to: Date;
}

/** How the deliveries of a campaign's webhooks went in a time range, by webhook and event. Tests are left out. */
export async function sumDeliveries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, from, to }: DeliveriesToSum,
): Promise<DeliverySums[]> {
  const { rows } = await sql.query<DeliverySums>(
    `
      select d.webhook_id, d.event_type, count(*)::int as total,
        count(*) filter (where d.state = 'DELIVERED')::int as success,
        count(*) filter (where d.state = 'FAILED')::int as failed,
        count(*) filter (where d.state in ('PENDING', 'DELIVERING'))::int as waiting
      from webhook_delivery d
      join webhook w on w.id = d.webhook_id and w.workspace_id = d.workspace_id
      where d.workspace_id = $1
        and w.campaign_id = $2
        and d.created_at >= $3
        and d.created_at <= $4
        and not d.is_test
      group by 1, 2
      order by 1, 2
    `,
    [workspaceId, campaignId, from, to],
  );
  return rows;
}
