import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { countNewLeadsOf, findImportHolds, type ImportHold } from './held-new-leads.store';

/** New leads of a campaign that wait because their import is on hold, and the hold that ends first. */
export interface HeldNewLeads {
  leads: number;
  /** Campaign time in milliseconds. */
  until: number;
  reason: string;
}

/** The new leads of these campaigns that wait for their import, by the hold; leads are counted only while an import is on hold. */
export async function newLeadsByHold(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
  now: number,
): Promise<Map<CampaignId, HeldNewLeads[]>> {
  const held = new Map<CampaignId, HeldNewLeads[]>();
  const holds = new Map((await findImportHolds(workspaceId, sql, now)).map((hold) => [hold.uploadId, hold]));
  if (holds.size === 0) return held;
  for (const row of await countNewLeadsOf(workspaceId, sql, campaignIds, [...holds.keys()])) {
    const { until, reason } = holds.get(row.upload_id) as ImportHold;
    held.set(row.campaign_id, [...(held.get(row.campaign_id) ?? []), { until, reason, leads: row.leads }]);
  }
  return held;
}

/** The same of each campaign together, with the hold that ends first. */
export async function heldNewLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
  now: number,
): Promise<Map<CampaignId, HeldNewLeads>> {
  const byHold = await newLeadsByHold(workspaceId, sql, campaignIds, now);
  return new Map(
    [...byHold].map(([id, holds]) => {
      const first = holds.reduce((earliest, hold) => (hold.until < earliest.until ? hold : earliest));
      return [id, { ...first, leads: holds.reduce((sum, hold) => sum + hold.leads, 0) }];
    }),
  );
}
