import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { findPlacesOfPeople, holdCampaigns, holdPlaces, holdSteps } from './wake-campaign.store';

/**
 * Holds the campaigns that leads are in until the transaction ends, before their leads are held, as triggers take them:
 * a trigger that finds its campaign done, or lays it to rest, has finished by then, or passes over it and comes again.
 */
export const holdCampaignsOf = (sql: SqlClient, enrolmentIds: readonly EnrolmentId[]): Promise<void> =>
  holdCampaigns(sql, enrolmentIds);

/**
 * Holds everywhere the people whose leads these are until the transaction ends, in the order in which the others take
 * them: campaigns, their steps, leads. For what reaches more than one campaign of a person.
 */
export async function holdLeadsOf(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
): Promise<void> {
  const ids = await findPlacesOfPeople(workspaceId, sql, enrolmentIds);
  await holdCampaigns(sql, ids);
  await holdSteps(workspaceId, sql, ids);
  await holdPlaces(workspaceId, sql, ids);
}
