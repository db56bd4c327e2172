import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import {
  countPlannedEmails,
  findClientCredits,
  isLimited,
  lockCredits,
  type ClientCredits,
} from './client-credits.store';

const unused: ClientCredits = { leads_used: 0, leads_assigned: null, emails_used: 0, emails_assigned: null };

/** What a client's campaigns may use and use of it; without a limit when there is no such client. */
export const readClientCredits = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
): Promise<ClientCredits> => (await findClientCredits(workspaceId, sql, clientId)) ?? unused;

/**
 * Makes those who use up the same credits of a client wait for each other until their transactions end; nobody waits
 * where none are assigned.
 */
async function holdCredits(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
  kind: 'lead_credits' | 'email_credits',
): Promise<boolean> {
  if (clientId === 0 || !(await isLimited(workspaceId, sql, clientId, kind))) return false;
  await lockCredits(workspaceId, sql, clientId, kind);
  return true;
}

/** Nobody else plans emails against the credits of this client until the transaction ends. @returns whether they are limited */
export const holdClientEmails = (workspaceId: WorkspaceId, sql: SqlClient, clientId: ClientId): Promise<boolean> =>
  holdCredits(workspaceId, sql, clientId, 'email_credits');

/** Emails that a client's campaigns may still send this month, without those that are on their way; null without a limit. */
export async function clientEmailsLeft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
): Promise<number | null> {
  if (!(await isLimited(workspaceId, sql, clientId, 'email_credits'))) return null;
  const { emails_assigned: assigned, emails_used: used } = await readClientCredits(workspaceId, sql, clientId);
  return assigned === null ? null : assigned - used - (await countPlannedEmails(workspaceId, sql, clientId));
}

/** Leads that a client's campaigns may still take, held until the transaction ends; null without a limit. */
export async function holdClientLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
): Promise<number | null> {
  if (!(await holdCredits(workspaceId, sql, clientId, 'lead_credits'))) return null;
  const { leads_assigned: assigned, leads_used: used } = await readClientCredits(workspaceId, sql, clientId);
  return assigned === null ? null : Math.max(0, assigned - used);
}
