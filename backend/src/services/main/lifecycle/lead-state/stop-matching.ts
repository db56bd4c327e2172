import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { endLeads } from './enrolment/end-leads';
import type { LeadBefore } from './restore-lead.store';
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

/** Leads that were the same until now, in the order of their ids: that is kept with their end, and undoing it gives it back. */
function byBefore(rows: readonly { id: number; before: LeadBefore }[]): { of: number[]; before: LeadBefore }[] {
  const groups = new Map<string, { of: number[]; before: LeadBefore }>();
  for (const { id, before } of rows) {
    const key = JSON.stringify(before);
    const group = groups.get(key);
    if (group) group.of.push(id);
    else groups.set(key, { of: [id], before });
  }
  return [...groups.values()];
}
