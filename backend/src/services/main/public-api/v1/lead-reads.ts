import type { CampaignId, ClientId, LeadId } from '@skein/contracts/ids';
import type { LeadFilter } from '@skein/contracts/main/leads.contract';
import type { WireEmailStatus } from '@skein/contracts/v1/lead-wire';
import { encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { completeManualStep } from '#campaigns/campaigns.api';
import { scopeOf, requireCampaign } from '#access/access.api';
import { visibleConversations } from '#inbox/inbox.api';
import { listLeads, getLead } from '#leads/leads.api';
import { toWireLead } from './lead-wire';
import { findActivePlaces, findCampaignOfPlace, findPlacesOfLeads } from './lead-reads.store';
import { loadHistory, writeHistory, type StoredHistory } from './messages';
import { getWireSequence } from './sequences';
import { findPlace } from './wire.store';
import { getCampaignLead, readLeadPage } from '#lifecycle/lifecycle.api';

type ReadDeps = Pick<MainDeps, 'db' | 'heavyWork'>;

/** All leads with their campaigns, newest first. */
export async function listGlobalLeads(
  deps: ReadDeps,
  who: RequestActor,
  query: { offset: number; limit: number; created_at_gt?: string; email?: string },
) {
  const { rows, next_cursor } = await listLeads(deps, who, {
    created_after: query.created_at_gt,
    email: query.email,
    limit: query.limit,
    offset: query.offset,
  });
  const places = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findPlacesOfLeads(
      who.workspaceId,
      sql,
      scopeOf(who),
      rows.map((row) => row.id),
    ),
  );
  return {
    data: rows.map((row) => {
      const { is_unsubscribed: _is, unsubscribed_client_id_map: _map, ...lead } = toWireLead(row);
      return {
        ...lead,
        id: String(row.id),
        created_at: row.created_at,
        user_id: who.userId,
        campaigns: (places.get(row.id) ?? []).map(({ lead_id: _lead, ...place }) => place),
      };
    }),
    skip: query.offset,
    limit: query.limit,
    hasMore: next_cursor !== null,
  };
}

export interface AllLeadsQuery {
  limit: number;
  lastSeenLeadId?: number;
  campaignId?: CampaignId;
  status?: LeadFilter['lead_statuses'];
  emailStatus?: WireEmailStatus[];
  leadType?: 'active' | 'yet_to_use' | 'previously_active' | 'archived';
  listId?: number;
  clientId?: ClientId[];
  leadEmail?: string;
}

/**
 * All leads by filter, oldest first, behind the last one that was seen. No lead is ever archived here, and complaints
 * are no state of a lead: these filters find none.
 */
export async function listAllLeads(deps: ReadDeps, who: RequestActor, query: AllLeadsQuery) {
  if (query.leadType === 'archived' || query.emailStatus?.includes('is_spam'))
    return { ok: true as const, data: { leads: [], lastSeenLeadId: null, hasMore: false } };
  const { rows, next_cursor } = await listLeads(deps, who, {
    campaign_id: query.campaignId,
    lead_statuses: query.status,
    email_statuses: query.emailStatus as LeadFilter['email_statuses'],
    lead_type: query.leadType,
    list_id: query.listId,
    client_id: query.clientId,
    email: query.leadEmail,
    sort: 'oldest',
    limit: query.limit,
    cursor: query.lastSeenLeadId === undefined ? undefined : encodeCursor([query.lastSeenLeadId, null]),
  });
  return {
    ok: true as const,
    data: {
      leads: rows.map((row) => ({ ...toWireLead(row), created_at: row.created_at })),
      lastSeenLeadId: rows.at(-1)?.id ?? null,
      hasMore: next_cursor !== null,
    },
  };
}

/** One lead with its state in each campaign. @throws SkeinError NOT_FOUND */
export async function readCampaignOverview(deps: ReadDeps, who: RequestActor, leadId: LeadId) {
  const lead = await getLead(deps, who, leadId);
  return {
    ok: true as const,
    data: {
      lead: { ...toWireLead(lead), created_at: lead.created_at },
      campaigns: lead.campaigns.map((place) => ({
        campaign_id: place.campaign_id,
        lead_status: place.lead_status,
        campaign_name: place.campaign_name,
        lead_added_at: place.added_at,
        campaign_status: place.campaign_status,
        email_lead_map_id: place.enrolment_id,
        lead_last_seq_number: place.last_seq_number,
        lead_category_id: place.category_id,
        client_id: place.client_id,
        reason: place.reason,
        last_sent_at: place.last_sent_at,
        last_reply_at: place.last_reply_at,
        email_account: place.mailbox_email,
      })),
    },
  };
}

/** The place that a number means in a campaign: a map id, as documented, or else the lead's own id. @throws SkeinError NOT_FOUND */
async function placeOf(sql: SqlClient, who: RequestActor, campaignId: CampaignId, number: number) {
  await requireCampaign(sql, who, campaignId);
  const hidden = scopeOf(who).hiddenCategories;
  const place =
    (await findPlace(who.workspaceId, sql, { campaignId, by: { enrolmentId: number }, hiddenCategories: hidden })) ??
    (await findPlace(who.workspaceId, sql, { campaignId, by: { leadId: number }, hiddenCategories: hidden }));
  if (!place) throw notFound('This lead', 'lead');
  return place;
}

/** One lead in one campaign, step by step. @throws SkeinError NOT_FOUND */
export async function readSequenceDetails(
  deps: ReadDeps,
  who: RequestActor,
  number: number,
  campaignId: CampaignId | undefined,
) {
  const [campaign, place] = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const known = campaignId ?? (await findCampaignOfPlace(who.workspaceId, sql, number));
    if (known === null) throw notFound('This lead', 'lead');
    return [known, await placeOf(sql, who, known, number)] as const;
  });
  const lead = await getCampaignLead(deps, who, campaign, place.id);
  return {
    ok: true as const,
    data: {
      email_lead_map_id: place.id,
      lead_id: place.lead_id,
      campaign_id: campaign,
      status: place.status,
      last_seq_number: lead.current_seq_num,
      sequences: lead.steps.map((step) => ({
        email_campaign_seq_id: step.step_id,
        seq_number: step.seq_number,
        seq_type: step.seq_type,
        status: step.status,
        variant_label: step.variant_label,
        subject: step.subject,
        scheduled_at: step.send_at,
        sent_at: step.sent_at,
        open_count: step.open_count,
        click_count: step.click_count,
      })),
    },
  };
}

/** Mails of several leads of a campaign by lead id; without ids of its first 100 leads. Leads that are not in it are left out. */
export async function readHistories(
  deps: ReadDeps,
  who: RequestActor,
  campaignId: CampaignId,
  { leadIds, after }: { leadIds: LeadId[] | null | undefined; after?: string },
) {
  const stored = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const hidden = scopeOf(who).hiddenCategories;
    const places: number[] = [];
    for (const leadId of leadIds ?? []) {
      const place = await findPlace(who.workspaceId, sql, { campaignId, by: { leadId }, hiddenCategories: hidden });
      if (place) places.push(place.id);
    }
    if (!leadIds)
      for (const row of await readLeadPage(sql, who, campaignId, { filter: { tab: 'all' }, offset: 0, limit: 100 }))
        places.push(row.enrolment_id);
    const found: [string, StoredHistory][] = [];
    for (const conversation of await visibleConversations(sql, who, places))
      found.push([String(conversation.lead_id), await loadHistory(sql, who.workspaceId, conversation, { after })]);
    return found;
  });
  const data: Record<string, Awaited<ReturnType<typeof writeHistory>>['history']> = {};
  for (const [leadId, history] of stored) data[leadId] = (await writeHistory(deps.heavyWork, history)).history;
  return { data };
}

/** Leads of all campaigns with their mails. */
export async function listActivities(
  deps: ReadDeps,
  who: RequestActor,
  query: { offset: number; limit: number; event_time_from?: string; event_time_to?: string },
) {
  const [from, to] = [query.event_time_from, query.event_time_to].map((time) =>
    time === undefined ? undefined : new Date(time),
  );
  const { page, hasMore } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const places = await findActivePlaces(who.workspaceId, sql, scopeOf(who), {
      from,
      to,
      offset: query.offset,
      limit: query.limit + 1,
    });
    const shown = places.slice(0, query.limit);
    const ids = shown.map((place) => place.email_lead_map_id);
    const conversations = new Map(
      (await visibleConversations(sql, who, ids)).map((conversation) => [conversation.id, conversation]),
    );
    const found = [];
    for (const place of shown) {
      const conversation = conversations.get(place.email_lead_map_id);
      found.push({ place, stored: conversation ? await loadHistory(sql, who.workspaceId, conversation) : null });
    }
    return { page: found, hasMore: places.length > query.limit };
  });
  const data = [];
  for (const { place, stored } of page) {
    const history = stored ? (await writeHistory(deps.heavyWork, stored)).history : [];
    const isInRange = (time: Date) => !(from && to) || (time >= from && time <= to);
    data.push({
      lead_id: place.lead_id,
      email_lead_map_id: place.email_lead_map_id,
      campaign_id: place.campaign_id,
      campaign_name: place.campaign_name,
      campaign_status: place.campaign_status,
      status: place.lead_status,
      current_seq_num: place.lead_last_seq_number,
      created_at: place.lead_added_at,
      activities: history.filter((message) => isInRange(new Date(message.time))),
    });
  }
  const pagination = { has_more: hasMore, offset: query.offset, limit: query.limit };
  return { ok: true as const, data, hasMore, pagination };
}

/** Marks the manual step that a lead waits for as done. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
export async function completeWireStep(deps: MainDeps, who: RequestActor, campaignId: CampaignId, number: number) {
  const place = await deps.db.tenantSql(who.workspaceId, (sql) => placeOf(sql, who, campaignId, number));
  const passed = await completeManualStep(deps, who, campaignId, place.id);
  const next = passed.is_last_step
    ? undefined
    : (await getWireSequence(deps, who, campaignId)).find((step) => step.seq_number === passed.next_seq_number);
  return {
    ok: true as const,
    status: {
      isLastSequence: passed.is_last_step,
      nextSequence: next ? { id: next.id, delayInDays: next.seq_delay_details.delayInDays } : null,
    },
  };
}
