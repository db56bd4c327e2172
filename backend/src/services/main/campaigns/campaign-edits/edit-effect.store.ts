import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

export type OpenLead = Pick<StoredEnrolment, 'id' | 'status' | 'next_step_id' | 'next_seq_number' | 'next_due_at'>;

/** Where the leads of a campaign stand whose sequence is open, and those named. */
export async function findOpenLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  also: readonly number[] = [],
): Promise<Map<number, OpenLead>> {
  const { rows } = await sql.query<OpenLead>(
    `
      select id, status, next_step_id, next_seq_number, next_due_at
      from enrolment
      where workspace_id = $1
        and campaign_id = $2
        and (status in ('STARTED', 'INPROGRESS', 'PAUSED') or id = any($3))
    `,
    [workspaceId, campaignId, also],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function countReserved(workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId): Promise<number> {
  return (
    (
      await sql.query<{ count: number }>(
        `
          select count(*)::int as count
          from intent
          where workspace_id = $1 and campaign_id = $2 and state = 'RESERVED' and kind = 'CAMPAIGN'
        `,
        [workspaceId, campaignId],
      )
    ).rows[0]?.count ?? 0
  );
}

/** Open leads that stand at or before a step which they were sent already: what must never be. */
export async function countResent(workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      select count(distinct e.id)::int as count
      from intent i
      join enrolment e on e.id = i.enrolment_id and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
      join sequence_step s on s.id = i.step_id and not s.is_deleted
      where i.workspace_id = $1 and i.campaign_id = $2 and i.kind = 'CAMPAIGN'
        and i.state in ('SUBMITTING', 'SENT', 'IN_DOUBT') and e.next_step_id is not null and s.seq_number >= e.next_seq_number
        -- The mail that leaves now is not sent again; a step that was brought back is passed over by whoever had it.
        and (i.state <> 'SUBMITTING' or s.id <> e.next_step_id) and s.revived_at is null
    `,
    [workspaceId, campaignId],
  );
  return rows[0]?.count ?? 0;
}
