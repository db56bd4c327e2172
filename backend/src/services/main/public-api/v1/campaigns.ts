import type { CampaignId, ClientId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import { campaignStatuses } from '@skein/contracts/constants';
import type { CampaignAction } from '@skein/contracts/main/campaign-views';
import { readStatus, wireStatuses, type SettingsBody } from '@skein/contracts/v1/campaigns.contract';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { visibleCampaigns, requireCampaign, type CampaignRecord } from '#access/access.api';
import { newestCampaigns, deleteCampaign, saveSchedule, setStatus, updateSettings } from '#campaigns/campaigns.api';
import { getLead } from '#leads/leads.api';
import { categoryIdsOf } from './categories';
import { toWireCampaign } from './campaign-wire';
import { findCampaignTags } from './wire.store';

async function withTags(sql: SqlClient, workspaceId: WorkspaceId, campaigns: CampaignRecord[], wanted: boolean) {
  const tags = wanted
    ? await findCampaignTags(
        workspaceId,
        sql,
        campaigns.map((campaign) => campaign.id),
      )
    : null;
  return campaigns.map((campaign) => toWireCampaign(campaign, tags ? (tags.get(campaign.id) ?? []) : undefined));
}

/** All campaigns, archived ones included, newest first. */
export const listWireCampaigns = (
  deps: Pick<MainDeps, 'db'>,
  who: RequestActor,
  query: { client_id?: ClientId; include_tags: boolean; offset: number; limit?: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await newestCampaigns(sql, who, {
      filter: { status: [...campaignStatuses], client_id: query.client_id ? [query.client_id] : undefined },
      by: 'created_at',
      limit: query.offset + (query.limit ?? 100_000),
    });
    const newest = found
      .sort((one, other) => other.id - one.id)
      .slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit);
    return withTags(sql, who.workspaceId, newest, query.include_tags);
  });

export const getWireCampaign = (
  deps: Pick<MainDeps, 'db'>,
  who: RequestActor,
  campaignId: CampaignId,
  includeTags: boolean,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [campaign] = await withTags(sql, who.workspaceId, [await requireCampaign(sql, who, campaignId)], includeTags);
    return campaign as ReturnType<typeof toWireCampaign>;
  });

/** Campaigns of a lead, inside the scope of the key. */
export async function listCampaignsOfLead(deps: Pick<MainDeps, 'db'>, who: RequestActor, leadId: LeadId) {
  const lead = await getLead(deps, who, leadId);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const ids = await visibleCampaigns(
      sql,
      who,
      lead.campaigns.map((campaign) => campaign.campaign_id),
    );
    const campaigns: ReturnType<typeof toWireCampaign>[] = [];
    for (const id of ids.sort((one, other) => other - one))
      campaigns.push(toWireCampaign(await requireCampaign(sql, who, id)));
    return campaigns;
  });
}

const actions: Record<(typeof wireStatuses)[number], CampaignAction> = {
  START: 'START',
  PAUSED: 'PAUSE',
  STOPPED: 'STOP',
  ARCHIVED: 'ARCHIVE',
};

/** @throws SkeinError BAD_REQUEST naming the allowed values */
export async function setWireStatus(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  status: string,
): Promise<{ ok: true }> {
  await getWireCampaign(deps, who, campaignId, false);
  const value = readStatus(status) as (typeof wireStatuses)[number];
  if (!wireStatuses.includes(value))
    throw new SkeinError(
      'BAD_REQUEST',
      `Invalid status "${status.slice(0, 40)}". Allowed values: ${wireStatuses.filter((each) => each !== 'ARCHIVED').join(', ')}.`,
    );
  await setStatus(deps, who, { campaignId, action: actions[value] });
  return { ok: true };
}

/** Deletes a campaign; an active one is stopped first (docs/public-api.md, Conventions). */
export async function deleteWireCampaign(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
): Promise<{ ok: true }> {
  const { status } = await getWireCampaign(deps, who, campaignId, false);
  if (status === 'ACTIVE') await setStatus(deps, who, { campaignId, action: 'STOP' });
  await deleteCampaign(deps, who, campaignId);
  return { ok: true };
}

/** The documented body has both flags, which exclude each other: the one that sends less is applied. */
const bothFlags =
  'autoCategorizeOOO and autoReactivateOOO exclude each other: autoCategorizeOOO is applied, and leads that are away are not resumed automatically.';

/** Settings under the names of the wire. A status and the two pacing figures, which some clients send along, act as well. */
export async function saveWireSettings(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  body: SettingsBody,
): Promise<{ ok: true; message?: string }> {
  const campaign = await deps.db.tenantSql(who.workspaceId, (sql) => requireCampaign(sql, who, campaignId));
  const {
    status,
    enable_ai_esp_matching: isMatching,
    domain_level_rate_limit: isLimited,
    bounce_autopause_threshold: threshold,
    out_of_office_detection_settings: office,
    ai_categorisation_options: options,
    min_time_btwn_emails,
    max_leads_per_day,
    ...same
  } = body;
  const hasBoth = office?.autoReactivateOOO === true && office.autoCategorizeOOO === true;
  await updateSettings(deps, who, campaignId, {
    ...same,
    ...(isMatching !== undefined && {
      esp_match_mode: isMatching ? (campaign.esp_match_mode === 'OFF' ? 'PREFER' : campaign.esp_match_mode) : 'OFF',
    }),
    ...(isLimited !== undefined && { company_daily_limit: isLimited ? (campaign.company_daily_limit ?? 1) : null }),
    ...(threshold !== undefined && threshold !== null && { bounce_autopause_threshold: threshold }),
    ...(office && {
      out_of_office_detection_settings: hasBoth ? { ...office, autoReactivateOOO: false } : office,
    }),
    ...(options && { ai_categorisation_options: await categoryIdsOf(deps, who, options) }),
  });
  if (min_time_btwn_emails !== undefined || max_leads_per_day !== undefined)
    await saveSchedule(deps, who, campaignId, { min_time_btwn_emails, max_leads_per_day });
  if (status !== undefined) await setStatus(deps, who, { campaignId, action: actions[status] });
  return { ok: true, ...(hasBoth && { message: bothFlags }) };
}
