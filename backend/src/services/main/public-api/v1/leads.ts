import type { CampaignId, EnrolmentId, LeadId } from '@skein/contracts/ids';
import type { BulkAnswer, CampaignLeadFilter } from '@skein/contracts/main/campaign-leads.contract';
import type { AddLeadsBody, LeadListQuery } from '@skein/contracts/v1/lead-shapes';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { categoriseLeads, pauseLeads, removeLeads, resumeLeads, unsubscribeLeads } from '#campaigns/campaigns.api';
import { scopeOf, requireCampaign } from '#access/access.api';
import { addLeads, listLeads, getLead, updateLead } from '#leads/leads.api';
import { categoryOf } from './categories';
import { toAddLeadsAnswer, toWireLead } from './lead-wire';
import { findLeadActivity, findPlace } from './wire.store';
import { countLeadPages, readLeadPage, type LeadsToRead } from '#lifecycle/lifecycle.api';

/** The enrolment of a lead in a campaign. @throws SkeinError NOT_FOUND */
export const requirePlace = (deps: Pick<MainDeps, 'db'>, who: RequestActor, campaignId: CampaignId, leadId: LeadId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const place = await findPlace(who.workspaceId, sql, {
      campaignId,
      by: { leadId },
      hiddenCategories: scopeOf(who).hiddenCategories,
    });
    if (!place) throw notFound('This lead', 'lead');
    return place;
  });

export async function addWireLeads(deps: MainDeps, who: RequestActor, campaignId: CampaignId, body: AddLeadsBody) {
  const {
    return_lead_ids: withIds,
    ignore_duplicate_leads_in_same_campaign: _same,
    ignore_invalid_emails: _invalid,
    ...settings
  } = body.settings;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return toAddLeadsAnswer(
    await addLeads(deps, who, {
      campaignId,
      input: { leads: body.lead_list, listIds: body.lead_list_ids, settings: given },
    }),
    withIds ?? false,
  );
}

/** What the wire's filters mean for the lists of the product. */
function toQuery(query: LeadListQuery): LeadsToRead {
  const statuses = query.emailStatus?.filter((status) => status !== 'is_spam') as CampaignLeadFilter['email_statuses'];
  return {
    filter: {
      tab: 'all',
      lead_statuses: query.status,
      lead_category_ids: query.lead_category_id ? [query.lead_category_id] : undefined,
      email_statuses: statuses,
      created_after: query.created_at_gt,
      last_sent_after: query.last_sent_time_gt,
      search: query.search,
    },
    eventAfter: query.event_time_gt,
    isSpam: query.emailStatus?.includes('is_spam'),
  };
}

export const listWireLeads = (
  deps: Pick<MainDeps, 'db'>,
  who: RequestActor,
  campaignId: CampaignId,
  query: LeadListQuery,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const asked = toQuery(query);
    const rows = await readLeadPage(sql, who, campaignId, { ...asked, offset: query.offset, limit: query.limit });
    return {
      total_leads: String(await countLeadPages(sql, who, campaignId, asked)),
      offset: query.offset,
      limit: query.limit,
      data: rows.map((row) => ({
        campaign_lead_map_id: String(row.enrolment_id),
        lead_category_id: row.category_id,
        status: row.status,
        created_at: row.created_at,
        lead: toWireLead({ ...row, is_unsubscribed: row.is_unsubscribed || row.enrolment_is_unsubscribed }),
      })),
    };
  });

/** A lead by its address with its campaigns; `{}` when there is none. */
export async function findWireLead(deps: Pick<MainDeps, 'db'>, who: RequestActor, email: string) {
  const [found] = (await listLeads(deps, who, { email, limit: 1 })).rows;
  if (!found) return {};
  const lead = await getLead(deps, who, found.id);
  const activity = await deps.db.tenantSql(who.workspaceId, (sql) => findLeadActivity(who.workspaceId, sql, lead.id));
  return {
    ...toWireLead(lead),
    id: String(lead.id),
    created_at: lead.created_at,
    lead_campaign_data: lead.campaigns.map((campaign) => ({
      campaign_id: campaign.campaign_id,
      campaign_name: campaign.campaign_name,
      campaign_lead_map_id: String(campaign.enrolment_id),
      lead_category_id: campaign.category_id,
      client_id: campaign.client_id,
      client_email: activity.get(campaign.enrolment_id)?.client_email ?? null,
      last_sent_at: campaign.last_sent_at,
      last_reply_at: campaign.last_reply_at,
      last_activity_at: activity.get(campaign.enrolment_id)?.last_activity_at ?? null,
    })),
  };
}

export async function getWireLead(deps: Pick<MainDeps, 'db'>, who: RequestActor, leadId: LeadId) {
  const lead = await getLead(deps, who, leadId);
  return { ok: true as const, data: [{ ...toWireLead(lead), created_at: lead.created_at }] };
}

type Change = Parameters<typeof updateLead>[3];

/** A lead of a campaign and what changes in it. */
interface WireLeadUpdate {
  campaignId: CampaignId;
  leadId: LeadId;
  change: Change;
}

/** Changes a lead of a campaign, everywhere. */
export async function updateWireLead(
  deps: MainDeps,
  who: RequestActor,
  { campaignId, leadId, change }: WireLeadUpdate,
): Promise<{ ok: true }> {
  await requirePlace(deps, who, campaignId, leadId);
  await updateLead(deps, who, leadId, change);
  return { ok: true };
}

type Selection = { enrolment_ids: EnrolmentId[] };

/** A lead of a campaign, and the skip reasons that are no error. */
interface WireLead {
  campaignId: CampaignId;
  leadId: LeadId;
  harmless: readonly string[];
}

/**
 * Runs a change on one lead. One that is in the wanted state already is no error; one that cannot be changed is, in the words of
 * the operation.
 */
async function changeOne(
  deps: MainDeps,
  who: RequestActor,
  { campaignId, leadId, harmless }: WireLead,
  change: (selection: Selection) => Promise<BulkAnswer>,
): Promise<void> {
  const place = await requirePlace(deps, who, campaignId, leadId);
  const { changed, reasons } = await change({ enrolment_ids: [place.id] });
  const reason = reasons[0]?.reason;
  if (changed === 0 && reason !== undefined && !harmless.includes(reason))
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      `This cannot be done with this lead: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`,
    );
}

const success = { ok: true as const, data: 'success' as const };

export async function pauseWireLead(deps: MainDeps, who: RequestActor, campaignId: CampaignId, leadId: LeadId) {
  await changeOne(deps, who, { campaignId, leadId, harmless: ['Paused already'] }, (selection) =>
    pauseLeads(deps, who, campaignId, selection),
  );
  return success;
}

/** A lead of a campaign and the days until it continues. */
interface WireLeadResume {
  campaignId: CampaignId;
  leadId: LeadId;
  delayDays: number;
}

export async function resumeWireLead(
  deps: MainDeps,
  who: RequestActor,
  { campaignId, leadId, delayDays }: WireLeadResume,
) {
  await changeOne(deps, who, { campaignId, leadId, harmless: ['Not paused'] }, (selection) =>
    resumeLeads(deps, who, { campaignId, selection, delayDays }),
  );
  return success;
}

/** Pauses or resumes a lead wherever that can be done. @returns in how many campaigns it was. @throws SkeinError NOT_FOUND */
export async function setLeadStatus(
  deps: MainDeps,
  who: RequestActor,
  leadId: LeadId,
  given: { status: 'PAUSED' | 'RESUMED'; campaign_id?: CampaignId },
) {
  const { campaigns } = await getLead(deps, who, leadId);
  const places = campaigns.filter(
    (place) => given.campaign_id === undefined || place.campaign_id === given.campaign_id,
  );
  if (given.campaign_id !== undefined && places.length === 0) throw notFound('This lead', 'lead');
  let changed = 0;
  for (const place of places) {
    const selection = { enrolment_ids: [place.enrolment_id] };
    changed += (
      await (given.status === 'PAUSED'
        ? pauseLeads(deps, who, place.campaign_id, selection)
        : resumeLeads(deps, who, { campaignId: place.campaign_id, selection, delayDays: 0 }))
    ).changed;
  }
  return { ok: true as const, changed };
}

export async function unsubscribeWireLead(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  leadId: LeadId,
): Promise<{ ok: true }> {
  await changeOne(deps, who, { campaignId, leadId, harmless: ['Ended already'] }, (selection) =>
    unsubscribeLeads(deps, who, { campaignId, selection, everywhere: false }),
  );
  return { ok: true };
}

export async function removeWireLead(deps: MainDeps, who: RequestActor, campaignId: CampaignId, leadId: LeadId) {
  await changeOne(deps, who, { campaignId, leadId, harmless: [] }, (selection) =>
    removeLeads(deps, who, campaignId, selection),
  );
  return { ok: true as const, message: 'success' as const };
}

/** A lead of a campaign and its category as the wire names it. */
interface WireLeadCategory {
  campaignId: CampaignId;
  leadId: LeadId;
  body: { category_id?: number | null; category?: string; pause_lead: boolean };
}

export async function categoriseWireLead(
  deps: MainDeps,
  who: RequestActor,
  { campaignId, leadId, body }: WireLeadCategory,
): Promise<{ ok: true }> {
  await requirePlace(deps, who, campaignId, leadId);
  const categoryId = await categoryOf(deps, who, body);
  await changeOne(deps, who, { campaignId, leadId, harmless: ['Has this category already'] }, (selection) =>
    categoriseLeads(deps, who, { campaignId, selection, categoryId, pauseLead: body.pause_lead }),
  );
  return { ok: true };
}
