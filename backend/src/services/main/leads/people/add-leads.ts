import type { CampaignId } from '@skein/contracts/ids';
import type { LeadInput } from '@skein/contracts/main/lead-fields';
import type { SqlClient } from '#platform/db/database';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, requireCampaign, type Who } from '#access/access.api';
import { wakeCampaign } from '#lifecycle/lifecycle.api';
import { findMembersOf } from '../list-access/list-access.store';
import { checkList, requireList } from '../list-access/require-list';
import { importBatch, type ImportTarget, type RowOutcome } from './import-batch';
import { detectProvidersJob } from './detect-providers';
import { erasureHash } from '../lead-rows/erasure-hash';
import { readLeads } from './leads.store';
import { prepareRow, type PreparedRow } from '../lead-rows/prepare-row';
import { storedRow } from './stored-row';

/** `listIds`: lists whose leads come too. */
export interface AddLeads {
  leads: readonly LeadInput[];
  listIds?: readonly number[];
  settings?: ImportTarget['options'];
  /** What else happens to these rows before anybody sees them, in the same transaction. */
  also?: (sql: SqlClient, outcomes: readonly RowOutcome[], at: Date) => Promise<void>;
}

/** Leads of lists that come in one transaction, while the caller waits. */
const mostOfLists = 10_000;

/** Leads and where they go; null is no campaign or no list. */
interface LeadsToAdd {
  campaignId: CampaignId | null;
  input: AddLeads;
  listId?: number | null;
}

/**
 * Adds leads to a campaign, to a list, or (without either) to the workspace alone: manually, by paste, by the API. Rows
 * are numbered from 1 in the order given, each has one outcome, and the counts sum to the rows.
 */
export async function addLeads(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'jobs' | 'masterKey'>,
  who: Who,
  { campaignId, input, listId = null }: LeadsToAdd,
) {
  const at = new Date(deps.campaignClock.now());
  const given = input.leads.map((lead, index) =>
    prepareRow({ rowNumber: index + 1, email: lead.email, fields: lead, custom: lead.custom_fields ?? {}, raw: null }),
  );
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = campaignId === null ? null : await requireCampaign(sql, who, campaignId);
    const list = listId === null ? null : await requireList(sql, who, listId);
    const rows = [...given, ...(input.listIds?.length ? await rowsOfLists(sql, who, input.listIds, given.length) : [])];
    const options = { ...(campaign?.lead_condition as ImportTarget['options'] | undefined), ...input.settings };
    const result = await importBatch(
      who.workspaceId,
      sql,
      {
        campaignId,
        listId,
        clientScope: campaign?.client_id ?? list?.client_id ?? who.client?.id ?? 0,
        uploadId: null,
        options,
        hashOf: erasureHash(deps.masterKey, who.workspaceId),
        at,
        realNow: new Date(deps.realClock.now()),
      },
      rows,
    );
    await input.also?.(sql, result.outcomes, at);
    if (result.uncheckedDomains.length > 0)
      await deps.jobs.enqueue(sql, detectProvidersJob.name, {
        workspaceId: who.workspaceId,
        domains: result.uncheckedDomains,
      });
    if (campaign && result.enrolled > 0) await wakeCampaign(who.workspaceId, sql, campaign.id, at.getTime());
    await deps.live.publish(sql, who.workspaceId, [
      'leads',
      ...(campaignId === null ? [] : ['campaigns', `campaign:${campaignId}`]),
    ]);
    const counts: Record<string, number> = {};
    for (const { outcome } of result.outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return {
      rows: rows.length,
      counts,
      is_lead_limit_exhausted: (counts['LIMIT_REACHED'] ?? 0) > 0,
      outcomes: result.outcomes.map((row) => ({
        row_number: row.rowNumber,
        email: row.email,
        outcome: row.outcome,
        reason: row.reason,
        lead_id: row.leadId,
        enrolment_id: row.enrolmentId,
      })),
    };
  });
}

/** The leads of lists as rows that follow the given ones, each lead once. @throws SkeinError VALIDATION */
async function rowsOfLists(
  sql: SqlClient,
  who: Who,
  listIds: readonly number[],
  after: number,
): Promise<PreparedRow[]> {
  for (const id of listIds) {
    await checkList(sql, who, id).catch((error: unknown) => {
      throw error instanceof SkeinError
        ? invalidField('lead_list_ids', `name a lead list that does not exist: ${id}`)
        : error;
    });
  }
  const leadIds = await findMembersOf(who.workspaceId, sql, listIds, mostOfLists + 1);
  if (leadIds.length > mostOfLists)
    throw invalidField(
      'lead_list_ids',
      `hold more than ${mostOfLists.toLocaleString('en-US')} leads, which is the most of one call; POST /api/v1/leads/push-to-campaign takes lists of any size`,
    );
  return (await readLeads(who.workspaceId, sql, scopeOf(who), leadIds)).map((lead, index) =>
    storedRow(lead, after + index + 1),
  );
}
