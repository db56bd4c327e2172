import type { CampaignId, LeadId } from '@skein/contracts/ids';
import type { LeadAction, LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import type { WireLeadList } from '@skein/contracts/v1/lead-list-shapes';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import {
  startAction,
  setTags,
  requireList,
  addLeads,
  untagLead,
  type LeadListRecord,
  type AddLeads,
} from '#leads/leads.api';
import { findLeadIdsOfMaps } from './wire.store';

export const toWireList = (list: LeadListRecord): WireLeadList => ({
  id: list.id,
  list_name: list.name,
  name: list.name,
  leads_count: list.lead_count,
  lead_count: list.lead_count,
  active_leads_count: list.active_count,
  tags: list.tags,
  created_at: list.created_at,
  updated_at: list.updated_at,
});

/** The leads that go into a list, and how. */
interface ListImport {
  listId: number;
  leads: AddLeads['leads'];
  settings: AddLeads['settings'];
}

/** Adds leads to a list; the counters of the wire sum to the rows. */
export async function importIntoList(deps: MainDeps, who: Who, { listId, leads, settings }: ListImport) {
  const { rows, counts, is_lead_limit_exhausted } = await addLeads(deps, who, {
    campaignId: null,
    input: { leads, settings },
    listId,
  });
  const count = (...outcomes: string[]) => outcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
  return {
    ok: true as const,
    upload_count: rows,
    total_leads: count('IMPORTED_NEW', 'UPDATED_EXISTING'),
    duplicate_count: count('DUPLICATE_IN_FILE', 'ALREADY_IN_LIST', 'IN_OTHER_CAMPAIGN', 'CONTACTED_RECENTLY'),
    invalid_email_count: count('INVALID_ADDRESS', 'MISSING_REQUIRED', 'MALFORMED'),
    block_count: count('SUPPRESSED', 'BOUNCED'),
    unsubscribed_leads: count('UNSUBSCRIBED'),
    is_lead_limit_exhausted,
  };
}

/** Adds tags to lists and takes others away; `true` takes all others away. */
export const assignListTags = (
  deps: MainDeps,
  who: Who,
  body: { listIds: number[]; tagIds: number[]; removeTagIds: number[] | boolean },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    for (const listId of body.listIds) {
      const list = await requireList(sql, who, listId, true);
      const others = list.tags.map((tag) => tag.id).filter((id) => !body.tagIds.includes(id));
      await setTags(sql, who, [listId], {
        add: body.tagIds,
        remove: body.removeTagIds === true ? others : Array.isArray(body.removeTagIds) ? body.removeTagIds : [],
      });
    }
    await deps.live.publish(sql, who.workspaceId, ['leads']);
    return { ok: true as const };
  });

interface Push {
  action?: 'copy' | 'move';
  leadIds?: LeadId[];
  fromListId?: number;
  allLeads?: boolean;
  filters?: object;
  csvSettings?: {
    ignore_global_block_list?: boolean;
    ignore_unsubscribe_list?: boolean;
    ignore_duplicate_leads_in_other_campaign?: boolean;
  };
}

const selectionOf = (push: Push): LeadSelection =>
  push.leadIds
    ? { lead_ids: push.leadIds }
    : { filter: { ...push.filters, ...(push.fromListId ? { list_id: push.fromListId } : {}) }, excluded_ids: [] };
const sourceOf = (push: Push) => (push.action === 'move' && push.fromListId ? { from_list_id: push.fromListId } : {});

/** Begins at once, in the background: who calls by program does not undo. */
async function begin(deps: MainDeps, who: Who, selection: LeadSelection, action: LeadAction) {
  const started = await startAction(deps, who, { selection, action, isAtOnce: true });
  return {
    ok: true as const,
    message: 'Lead push has begun',
    data: {
      action_id: started.id,
      total_leads: started.total,
      campaign_id: started.campaign?.id ?? null,
      list_id: started.list?.id ?? null,
    },
  };
}

export const pushToCampaign = (
  deps: MainDeps,
  who: Who,
  push: Push & { campaignId?: CampaignId; campaignName?: string },
) =>
  begin(deps, who, selectionOf(push), {
    kind: 'PUSH_TO_CAMPAIGN',
    campaign_id: push.campaignId,
    campaign_name: push.campaignName,
    ...sourceOf(push),
    options: push.csvSettings,
  });

export const pushToList = (deps: MainDeps, who: Who, push: Push & { toListId: number }) =>
  begin(deps, who, selectionOf(push), { kind: 'ADD_TO_LIST', list_id: push.toListId, ...sourceOf(push) });

/** Leads of a campaign by their mapping ids, or all of them. @throws SkeinError NOT_FOUND */
export async function pushCampaignToList(
  deps: MainDeps,
  who: Who,
  push: { campaignId: CampaignId; toListId: number; leadMapIds?: number[]; allLeads?: boolean },
) {
  const leadIds = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, push.campaignId);
    return push.leadMapIds ? findLeadIdsOfMaps(who.workspaceId, sql, push.campaignId, push.leadMapIds) : null;
  });
  if (leadIds?.length === 0) throw notFound('This lead', 'lead');
  return begin(
    deps,
    who,
    leadIds ? { lead_ids: leadIds } : { filter: { campaign_id: push.campaignId }, excluded_ids: [] },
    { kind: 'ADD_TO_LIST', list_id: push.toListId },
  );
}

/** Takes one tag off a lead by the id of the mapping. @throws SkeinError NOT_FOUND */
export async function removeLeadTag(deps: MainDeps, who: Who, mappingId: number) {
  await untagLead(deps, who, mappingId);
  return { ok: true as const };
}
