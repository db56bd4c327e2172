import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** What an agency assigned to a client, and what its campaigns use of it. null: not limited. */
export interface ClientCredits {
  leads_used: number;
  leads_assigned: number | null;
  emails_used: number;
  emails_assigned: number | null;
}

const leadsOf = `(
  select coalesce(sum(n.leads), 0)::int
  from lead_count n
  join campaign k on k.id = n.campaign_id and k.workspace_id = n.workspace_id
  where n.workspace_id = c.workspace_id and k.client_id = c.id and k.parent_campaign_id is null
)`;

/**
 * The credits of a client: leads are those in its campaigns, emails those sent by its campaigns since the workspace's
 * month began. Leads of a subsequence are its parent's, and are counted once. Null when there is no such client.
 */
export async function findClientCredits(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
): Promise<ClientCredits | null> {
  const { rows } = await sql.query<ClientCredits>(
    `
      select ${leadsOf} as leads_used,
        case when c.is_credit_assigned then c.lead_credits end as leads_assigned,
        c.email_credits_used as emails_used,
        case when c.is_credit_assigned then c.email_credits end as emails_assigned
      from agency_client c
      where c.workspace_id = $1 and c.id = $2
    `,
    [workspaceId, clientId],
  );
  return rows[0] ?? null;
}

/** Whether an agency assigned credits of this kind to a client. */
export const isLimited = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
  column: 'lead_credits' | 'email_credits',
) =>
  (
    await sql.query(
      `select from agency_client where workspace_id = $1 and id = $2 and is_credit_assigned and ${column} is not null`,
      [workspaceId, clientId],
    )
  ).rowCount === 1;

/** Those who use up the same credits of a client wait for each other until their transactions end. */
export async function lockCredits(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
  column: 'lead_credits' | 'email_credits',
): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${column}:${workspaceId}:${clientId}`]);
}

/** Emails of a client's campaigns and mailboxes that are on their way. */
export async function countPlannedEmails(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
): Promise<number> {
  const { rows } = await sql.query<{ planned: number }>(
    `
      select count(*)::int as planned
      from intent i
      left join campaign k on k.id = i.campaign_id and k.workspace_id = i.workspace_id
      left join mailbox m on m.id = i.mailbox_id and m.workspace_id = i.workspace_id
      where i.workspace_id = $1
        and i.state in ('RESERVED', 'SUBMITTING')
        and ((i.kind = 'CAMPAIGN' and k.client_id = $2) or (i.kind = 'SINGLE' and m.client_id = $2))
    `,
    [workspaceId, clientId],
  );
  return rows[0]?.planned ?? 0;
}
