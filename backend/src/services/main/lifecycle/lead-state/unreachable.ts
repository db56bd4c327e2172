import type { ClientId, LeadId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { findNotToBeReached } from './must-not-be-reached.store';

/**
 * Which of these leads nobody is to reach, in whatever way: they unsubscribed, or stand on a block list. A dead address
 * is no reason against a call or a visit.
 * @param clientId the client of the agency that the campaign belongs to
 */
export const findUnreachable = async (
  sql: SqlClient,
  leadIds: readonly LeadId[],
  clientId: ClientId | null,
): Promise<ReadonlySet<number>> => new Set(await findNotToBeReached(sql, leadIds, clientId ?? 0));
