import { planQuotas, type PlanType } from '@skein/contracts/constants';
import type { LeadCondition } from '@skein/contracts/main/campaign-settings';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import type { SqlClient } from '../../../../platform/db/database';
import { addLeadCredits, findKnownRows, findUncheckedDomains, insertEnrolments, lockLeadCredits, upsertLeads, type KnownRow } from './import-batch.store';
import { isRejected, type PreparedRow, type RejectedRow } from './prepare-row';

/** The one outcome of one row. */
export interface RowOutcome { rowNumber: number; email: string | null; outcome: UploadOutcome; reason: string | null; leadId: number | null; enrolmentId: number | null; raw: readonly string[] | null }

export interface ImportTarget {
  campaignId: number | null;
  /** The campaign's client: its own block list adds to the workspace's. 0 without one. */
  clientScope: number;
  uploadId: number | null;
  options: Partial<LeadCondition> & { ignore_community_bounce_list?: boolean };
  /** Campaign time. */
  at: Date;
  /** Real time, for the age of look-ups. */
  realNow: Date;
}

export interface BatchResult { outcomes: RowOutcome[]; enrolled: number; newLeads: number; uncheckedDomains: string[] }

/**
 * Imports a batch of rows in the caller's transaction. Each row gets exactly one outcome, in this order: not readable or no address;
 * seen earlier in the same file; already in this campaign; on the block list, unsubscribed, bounced; in another campaign (by option);
 * over the plan's leads; imported. The same for uploads, for leads added by hand and for the API.
 */
export async function importBatch(workspaceId: number, sql: SqlClient, target: ImportTarget, rows: readonly (PreparedRow | RejectedRow)[]): Promise<BatchResult> {
  const prepared = rows.filter((row): row is PreparedRow => !isRejected(row));
  const known = prepared.length > 0 ? await findKnownRows(workspaceId, sql, target, prepared) : new Map<number, KnownRow>();
  const outcomes = new Map<number, RowOutcome>();
  const settle = (row: PreparedRow | RejectedRow, outcome: UploadOutcome, reason: string | null, more: Partial<RowOutcome> = {}) => outcomes.set(row.rowNumber, { rowNumber: row.rowNumber, email: row.email, outcome, reason, leadId: null, enrolmentId: null, raw: row.raw, ...more });

  const seen = new Map<string, number>();
  const accepted: PreparedRow[] = [];
  const readded: PreparedRow[] = [];
  const credits = prepared.length > 0 ? await creditsLeft(workspaceId, sql) : 0;
  let fresh = 0;
  for (const row of rows) {
    if (isRejected(row)) { settle(row, row.outcome, row.reason); continue; }
    const facts = known.get(row.rowNumber) as KnownRow;
    const earlier = seen.get(row.email);
    seen.set(row.email, earlier ?? row.rowNumber);
    if (earlier !== undefined || facts.isSeenInUpload) { settle(row, 'DUPLICATE_IN_FILE', earlier === undefined ? 'The same address stands earlier in the file' : `The same address as row ${earlier}`, { leadId: facts.leadId }); continue; }
    if (facts.enrolmentId !== null) { settle(row, 'ALREADY_IN_CAMPAIGN', null, { leadId: facts.leadId, enrolmentId: facts.enrolmentId }); readded.push(row); continue; }
    const refused = refusal(facts, target.options);
    if (refused) { settle(row, refused.outcome, refused.reason, { leadId: facts.leadId }); continue; }
    if (facts.leadId === null && fresh >= credits) { settle(row, 'LIMIT_REACHED', 'The plan has no leads left'); continue; }
    if (facts.leadId === null) fresh += 1;
    accepted.push(row);
  }

  const update = target.options.update_existing ?? true;
  const written = await upsertLeads(workspaceId, sql, update ? [...accepted, ...readded] : accepted, { update, uploadId: target.uploadId, at: target.at });
  const leads = accepted.map((row) => ({ row, lead: written.get(row.email) as { id: number; is_new: boolean; provider: string } }));
  const enrolments = target.campaignId === null ? null : await insertEnrolments(workspaceId, sql, target.campaignId, leads.map(({ row, lead }) => ({ leadId: lead.id, provider: lead.provider, rowNumber: row.rowNumber })), target);
  for (const { row, lead } of leads) {
    const enrolmentId = enrolments?.get(lead.id) ?? null;
    // Somebody else enrolled it between the look-up and the write.
    if (enrolments && enrolmentId === null) settle(row, 'ALREADY_IN_CAMPAIGN', null, { leadId: lead.id });
    else settle(row, lead.is_new ? 'IMPORTED_NEW' : 'UPDATED_EXISTING', null, { leadId: lead.id, enrolmentId });
  }
  const newLeads = leads.filter(({ lead }) => lead.is_new).length;
  await addLeadCredits(workspaceId, sql, newLeads);
  const uncheckedDomains = leads.length === 0 ? [] : await findUncheckedDomains(sql, [...new Set(accepted.map((row) => row.domain))], target.realNow);
  return { outcomes: rows.map((row) => outcomes.get(row.rowNumber) as RowOutcome), enrolled: enrolments?.size ?? 0, newLeads, uncheckedDomains };
}

async function creditsLeft(workspaceId: number, sql: SqlClient): Promise<number> {
  const { used, planType } = await lockLeadCredits(workspaceId, sql);
  return Math.max(0, planQuotas[planType as PlanType].leads - used);
}

/** Whether a known address may not be imported. What is imported in spite of a list is still never mailed while it stands on it. */
function refusal(facts: KnownRow, options: ImportTarget['options']): { outcome: UploadOutcome; reason: string } | null {
  const listed = facts.suppression;
  const day = (at: Date) => at.toISOString().slice(0, 10);
  if ((listed?.source === 'unsubscribe' || facts.isUnsubscribed) && !options.ignore_unsubscribe_list) return { outcome: 'UNSUBSCRIBED', reason: listed ? `Unsubscribed on ${day(listed.at)}` : 'Unsubscribed before' };
  if ((listed?.source === 'bounce' || facts.isBounced) && !options.ignore_community_bounce_list) return { outcome: 'BOUNCED', reason: 'Bounced before' };
  if (listed && listed.source !== 'unsubscribe' && listed.source !== 'bounce' && !options.ignore_global_block_list) {
    return { outcome: 'SUPPRESSED', reason: `${listed.kind === 'domain' ? 'Domain' : 'Address'} blocked${listed.by ? ` by ${listed.by}` : ''}, ${day(listed.at)}` };
  }
  if (facts.otherCampaign !== null && options.ignore_duplicate_leads_in_other_campaign) return { outcome: 'IN_OTHER_CAMPAIGN', reason: `In ${facts.otherCampaign}` };
  return null;
}
