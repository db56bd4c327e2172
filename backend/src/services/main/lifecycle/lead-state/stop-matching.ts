import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { byBefore } from './by-before';
import { endLeads } from './enrolment/end-leads';
import type { Entry } from './shared-entries.store';
import { lockMatchingEnrolments } from './matching-entries.store';

export interface StopMatching {
  entries: readonly Entry[];
  /** 0 for the whole workspace. */ clientScope: number;
  /** Enrolments behind this id. */ after: number;
  limit: number;
  at: Date;
}

/**
 * Stops the leads that entries of a block list match, an address or a domain: ends the next of their open enrolments as BLOCKED and
 * cancels what was reserved for them, in the transaction of the caller. `next` is where to go on, null at the end.
 */
export async function stopMatching(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  input: StopMatching,
): Promise<{ leads: number; emails: number; campaignIds: CampaignId[]; next: number | null }> {
  const rows =
    input.entries.length === 0
      ? []
      : await lockMatchingEnrolments(workspaceId, sql, {
          entries: input.entries,
          clientScope: input.clientScope,
          after: input.after,
          limit: input.limit,
        });
  if (rows.length === 0) return { leads: 0, emails: 0, campaignIds: [], next: null };
  const ids = rows.map((row) => row.id);
  let emails = 0;
  for (const { of, before } of byBefore(rows))
    emails += (await endLeads(sql, of, { reason: 'SUPPRESSED', at: input.at, detail: { before } })).cancelled;
  return {
    leads: rows.length,
    emails,
    campaignIds: [...new Set(rows.map((row) => row.campaign_id))],
    next: rows.length < input.limit ? null : (ids.at(-1) as number),
  };
}
