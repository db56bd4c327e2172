import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { campaignCondition, isWhole, type Scope } from '../figures/selection';

/** Name of a campaign that the scope allows; null for one that does not exist or is somebody else's. */
export async function findCampaign(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  campaignId: number,
): Promise<{ id: number; name: string } | null> {
  const conditions = new Conditions(workspaceId);
  conditions.add('c.workspace_id = $1').add('c.id = ?', campaignId);
  if (!isWhole(scope)) campaignCondition(conditions, scope, {}, 'c.id');
  const { rows } = await sql.query<{ id: number; name: string }>(
    `SELECT c.id, c.name FROM campaign c WHERE ${conditions.sql}`,
    conditions.values,
  );
  return rows[0] ?? null;
}

export interface CampaignExtent {
  imported: number;
  planned: number;
  first_sent_at: Date | null;
  last_sent_at: Date | null;
}

/** How large a campaign is: its leads, what was sent and is still to come if nobody answers, and between which instants it sent. */
export async function readExtent(workspaceId: number, sql: SqlClient, campaignId: number): Promise<CampaignExtent> {
  const { rows } = await sql.query<CampaignExtent>(
    `WITH steps AS (SELECT seq_number FROM sequence_step WHERE workspace_id = $1 AND campaign_id = $2 AND NOT is_deleted AND seq_type = 'EMAIL'),
       leads AS (SELECT next_seq_number, status, count(*)::int AS count, sum(steps_sent)::int AS sent, min(first_sent_at) AS first_sent_at, max(last_sent_at) AS last_sent_at FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 GROUP BY 1, 2)
     SELECT coalesce(sum(count), 0)::int AS imported, min(first_sent_at) AS first_sent_at, max(last_sent_at) AS last_sent_at,
       coalesce(sum(sent + CASE WHEN status IN ('STARTED', 'INPROGRESS', 'PAUSED') THEN count * (SELECT count(*)::int FROM steps s WHERE s.seq_number >= leads.next_seq_number) ELSE 0 END), 0)::int AS planned
     FROM leads`,
    [workspaceId, campaignId],
  );
  return rows[0] as CampaignExtent;
}

export interface MailboxName {
  id: number;
  from_email: string;
  from_name: string | null;
  is_removed: boolean;
}

/** Names of mailboxes, removed ones too: they have figures. */
export async function findMailboxes(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
): Promise<MailboxName[]> {
  const { rows } = await sql.query<MailboxName>(
    'SELECT id, from_email, from_name, deleted_at IS NOT NULL AS is_removed FROM mailbox WHERE workspace_id = $1 AND id = ANY($2::int[])',
    [workspaceId, [...ids]],
  );
  return rows;
}

/** Whether the scope allows a mailbox: whole scopes all, clients their own, limited members those that are assigned to them or that they connected. */
export async function findMailbox(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  mailboxId: number,
): Promise<MailboxName | null> {
  const conditions = new Conditions(workspaceId);
  conditions.add('m.workspace_id = $1').add('m.id = ?', mailboxId);
  if (scope.clientId !== null) conditions.add('m.client_id = ?', scope.clientId);
  if (scope.memberId !== null) conditions.add('m.id IN (SELECT member_mailboxes(?))', scope.memberId);
  const { rows } = await sql.query<MailboxName>(
    `SELECT m.id, m.from_email, m.from_name, m.deleted_at IS NOT NULL AS is_removed FROM mailbox m WHERE ${conditions.sql}`,
    conditions.values,
  );
  return rows[0] ?? null;
}

export interface CampaignName {
  id: number;
  name: string;
  status: string;
  client_name: string | null;
}

export async function findCampaigns(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
): Promise<CampaignName[]> {
  const { rows } = await sql.query<CampaignName>(
    `SELECT c.id, c.name, c.status, a.name AS client_name FROM campaign c LEFT JOIN agency_client a ON a.workspace_id = c.workspace_id AND a.id = c.client_id WHERE c.workspace_id = $1 AND c.id = ANY($2::int[])`,
    [workspaceId, [...ids]],
  );
  return rows;
}
