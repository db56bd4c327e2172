import type { LeadInput } from '@skein/contracts/main/lead-fields';
import type { MainDeps } from '../../deps';
import type { Who } from '../campaigns/campaign-scope';
import { requireCampaign } from '../campaigns/get-campaign';
import { wakeCampaign } from '../campaigns/wake-campaign';
import { requireList } from '../lead-lists/require-list';
import { importBatch, type ImportTarget } from './import-batch';
import { detectProvidersJob } from './detect-providers';
import { erasureHash } from './erasure-hash';
import { prepareRow } from './prepare-row';

export interface AddLeads { leads: readonly LeadInput[]; settings?: ImportTarget['options'] }

/**
 * Adds leads to a campaign, to a list, or (without either) to the workspace alone: by hand, by paste, by the API. Rows are numbered from 1 in the
 * order given, each has one outcome, and the counts sum to the rows.
 */
export async function addLeads(deps: Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'jobs' | 'masterKey'>, who: Who, campaignId: number | null, input: AddLeads, listId: number | null = null) {
  const at = new Date(deps.campaignClock.now());
  const rows = input.leads.map((lead, index) => prepareRow({ rowNumber: index + 1, email: lead.email, fields: lead, custom: lead.custom_fields ?? {}, raw: null }));
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = campaignId === null ? null : await requireCampaign(sql, who, campaignId);
    const list = listId === null ? null : await requireList(sql, who, listId);
    const options = { ...(campaign?.lead_condition as ImportTarget['options'] | undefined), ...input.settings };
    const result = await importBatch(who.workspaceId, sql, { campaignId, listId, clientScope: campaign?.client_id ?? list?.client_id ?? who.client?.id ?? 0, uploadId: null, options, hashOf: erasureHash(deps.masterKey, who.workspaceId), at, realNow: new Date(deps.realClock.now()) }, rows);
    if (result.uncheckedDomains.length > 0) await deps.jobs.enqueue(sql, detectProvidersJob.name, { workspaceId: who.workspaceId, domains: result.uncheckedDomains });
    if (campaign && result.enrolled > 0) await wakeCampaign(who.workspaceId, sql, campaign.id, at.getTime());
    await deps.live.publish(sql, who.workspaceId, ['leads', ...(campaignId === null ? [] : ['campaigns', `campaign:${campaignId}`])]);
    const counts: Record<string, number> = {};
    for (const { outcome } of result.outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return {
      rows: rows.length, counts, is_lead_limit_exhausted: (counts['LIMIT_REACHED'] ?? 0) > 0,
      outcomes: result.outcomes.map((row) => ({ row_number: row.rowNumber, email: row.email, outcome: row.outcome, reason: row.reason, lead_id: row.leadId, enrolment_id: row.enrolmentId })),
    };
  });
}
