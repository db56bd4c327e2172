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
 * The credits of a client: leads are those in its campaigns, emails those sent by its campaigns since the workspace's month began. Leads of a
 * subsequence are its parent's, and are counted once. Null when there is no such client.
 */
export async function findClientCredits(
  workspaceId: number,
  sql: SqlClient,
  clientId: number,
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

const isLimited = async (
  workspaceId: number,
  sql: SqlClient,
  clientId: number,
  column: 'lead_credits' | 'email_credits',
) =>
  (
    await sql.query(
      `select from agency_client where workspace_id = $1 and id = $2 and is_credit_assigned and ${column} is not null`,
      [workspaceId, clientId],
    )
  ).rowCount === 1;

/** Makes those who use up the same credits of a client wait for each other until their transactions end; nobody waits where none are assigned. */
async function holdClient(
  workspaceId: number,
  sql: SqlClient,
  clientId: number,
  column: 'lead_credits' | 'email_credits',
): Promise<boolean> {
  if (clientId === 0 || !(await isLimited(workspaceId, sql, clientId, column))) return false;
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${column}:${workspaceId}:${clientId}`]);
  return true;
}

export const holdClientEmails = (workspaceId: number, sql: SqlClient, clientId: number): Promise<boolean> =>
  holdClient(workspaceId, sql, clientId, 'email_credits');

/** Emails that a client's campaigns may still send this month, without those that are on their way; null without a limit. */
export async function clientEmailsLeft(workspaceId: number, sql: SqlClient, clientId: number): Promise<number | null> {
  if (!(await isLimited(workspaceId, sql, clientId, 'email_credits'))) return null;
  const credits = await findClientCredits(workspaceId, sql, clientId);
  if (credits?.emails_assigned == null) return null;
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
  return credits.emails_assigned - credits.emails_used - (rows[0]?.planned ?? 0);
}

/** Leads that a client's campaigns may still take, held until the transaction ends; null without a limit. */
export async function holdClientLeads(workspaceId: number, sql: SqlClient, clientId: number): Promise<number | null> {
  if (!(await holdClient(workspaceId, sql, clientId, 'lead_credits'))) return null;
  const credits = await findClientCredits(workspaceId, sql, clientId);
  return credits?.leads_assigned == null ? null : Math.max(0, credits.leads_assigned - credits.leads_used);
}
