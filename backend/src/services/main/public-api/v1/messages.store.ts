import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** The conversation of a mail by its stats id; null when there is none. */
export async function findConversationOfMail(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  statsId: string,
): Promise<number | null> {
  const { rows } = await sql.query<{ enrolment_id: EnrolmentId | null }>(
    'select enrolment_id from intent where workspace_id = $1 and campaign_id = $2 and stats_id = $3::uuid',
    [workspaceId, campaignId, statsId],
  );
  return rows[0]?.enrolment_id ?? null;
}

/** Where conversations stand, with what the rows of the wire say of their campaigns. */
export interface ConversationExtras extends Pick<
  StoredEnrolment,
  | 'id'
  | 'lead_id'
  | 'last_seq_number'
  | 'next_eligible_at'
  | 'next_due_at'
  | 'next_step_id'
  | 'status'
  | 'assigned_user_id'
  | 'hold_kind'
> {
  parent_campaign_id: CampaignId | null;
  time_zone: string;
  sending_days: number[];
  window_start: string;
  window_end: string;
  step_count: number;
  child_id: number | null;
}

export async function findConversationExtras(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
): Promise<Map<number, ConversationExtras>> {
  const { rows } = await sql.query<ConversationExtras>(
    `
      select e.id, e.lead_id, e.last_seq_number, e.next_eligible_at, e.next_due_at, e.next_step_id, e.status,
        e.assigned_user_id, e.hold_kind, c.parent_campaign_id, c.time_zone, c.sending_days, c.window_start,
        c.window_end,
        (
          select count(*)::int from sequence_step s where s.campaign_id = c.id and not s.is_deleted
        ) as step_count,
        (
          select x.campaign_id from enrolment x where x.parent_enrolment_id = e.id order by x.id desc limit 1
        ) as child_id
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, enrolmentIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
