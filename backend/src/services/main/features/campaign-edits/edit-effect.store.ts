import type { SqlClient } from '../../../../platform/db/database';

export interface OpenLead {
  id: number;
  status: string;
  next_step_id: number | null;
  next_seq_number: number;
  next_due_at: Date | null;
}

/** Where the leads of a campaign stand whose sequence is open, and those named. */
export async function findOpenLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  also: readonly number[] = [],
): Promise<Map<number, OpenLead>> {
  const { rows } = await sql.query<OpenLead>(
    `SELECT id, status, next_step_id, next_seq_number, next_due_at FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND (status IN ('STARTED', 'INPROGRESS', 'PAUSED') OR id = ANY($3))`,
    [workspaceId, campaignId, also],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function countReserved(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number> {
  return (
    (
      await sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM intent WHERE workspace_id = $1 AND campaign_id = $2 AND state = 'RESERVED' AND kind = 'CAMPAIGN'`,
        [workspaceId, campaignId],
      )
    ).rows[0]?.count ?? 0
  );
}

/** Open leads that stand at or before a step which they were sent already: what must never be. */
export async function countResent(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(DISTINCT e.id)::int AS count FROM intent i JOIN enrolment e ON e.id = i.enrolment_id AND e.status IN ('STARTED', 'INPROGRESS', 'PAUSED') JOIN sequence_step s ON s.id = i.step_id AND NOT s.is_deleted
     WHERE i.workspace_id = $1 AND i.campaign_id = $2 AND i.kind = 'CAMPAIGN' AND i.state IN ('SUBMITTING', 'SENT', 'IN_DOUBT') AND e.next_step_id IS NOT NULL AND s.seq_number >= e.next_seq_number
       -- The mail that leaves now is not sent again; a step that was brought back is passed over by whoever had it.
       AND (i.state <> 'SUBMITTING' OR s.id <> e.next_step_id) AND s.revived_at IS NULL`,
    [workspaceId, campaignId],
  );
  return rows[0]?.count ?? 0;
}
