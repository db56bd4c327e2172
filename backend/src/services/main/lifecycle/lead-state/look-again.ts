import type { CampaignId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { findHeldByCompany } from './company-hold.store';
import { releaseCompany } from './enrolment/hold-leads';
import { considerAgain, unparkLeads, unparkPeople } from './enrolment/queues.store';

/** What leads of a campaign waited for that its settings, schedule or texts no longer say. */
type Gone = 'PARKED' | 'LEAD_WINDOW_CLOSED' | 'COMPANY_DAILY_LIMIT' | 'COMPANY_REPLY';

/** Leads of a campaign that waited for something that may be over are looked at again from their own time on. */
export async function lookAgain(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  gone: Gone,
): Promise<void> {
  if (gone === 'PARKED') await unparkLeads(workspaceId, sql, campaignId);
  else if (gone === 'COMPANY_REPLY') await releaseCompany(sql, await findHeldByCompany(workspaceId, sql, campaignId));
  else await considerAgain(workspaceId, sql, campaignId, gone);
}

/** Something of these people has changed: where they were set aside, in whatever campaign, they are looked at again. */
export async function lookAgainAtPeople(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
): Promise<void> {
  if (leadIds.length > 0) await unparkPeople(workspaceId, sql, leadIds);
}
