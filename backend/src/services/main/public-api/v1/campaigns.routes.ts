import { v1CampaignsContract } from '@skein/contracts/v1/campaigns.contract';
import { v1SequencesContract } from '@skein/contracts/v1/sequences.contract';
import type { MainDeps } from '#main/deps';
import { createCampaign, duplicateCampaign, saveSchedule } from '#campaigns/campaigns.api';
import {
  deleteWireCampaign,
  getWireCampaign,
  listCampaignsOfLead,
  listWireCampaigns,
  saveWireSettings,
  setWireStatus,
} from './campaigns';
import { getWireSequence, saveWireSequence } from './sequences';
import { wireRoutes } from './wire-routes';

export const v1CampaignsRoutes = (deps: MainDeps) =>
  wireRoutes(v1CampaignsContract)(deps, {
    list: (d, { actor, query }) => listWireCampaigns(d, actor, query),
    create: async (d, { actor, body }) => {
      const campaign = await createCampaign(d, actor, { name: body.name || undefined, client_id: body.client_id });
      return { ok: true as const, id: campaign.id, name: campaign.name, created_at: campaign.created_at };
    },
    get: (d, { actor, params, query }) => getWireCampaign(d, actor, params.campaignId, query.include_tags),
    remove: (d, { actor, params }) => deleteWireCampaign(d, actor, params.campaignId),
    setStatus: (d, { actor, params, body }) => setWireStatus(d, actor, params.campaignId, body.status),
    saveSchedule: async (d, { actor, params, body }) => {
      await saveSchedule(d, actor, params.campaignId, {
        timezone: body.timezone,
        days: body.days_of_the_week,
        start_hour: body.start_hour,
        end_hour: body.end_hour,
        min_time_btwn_emails: body.min_time_btw_emails,
        max_leads_per_day: body.max_new_leads_per_day,
        schedule_start_time: body.schedule_start_time,
      });
      return { ok: true as const };
    },
    saveSettings: (d, { actor, params, body }) => saveWireSettings(d, actor, params.campaignId, body),
    duplicate: async (d, { actor, params, body }) => ({
      ok: true as const,
      newCampaignId: (await duplicateCampaign(d, actor, params.campaignId, body)).id,
    }),
    listOfLead: (d, { actor, params }) => listCampaignsOfLead(d, actor, params.leadId),
    listByLead: (d, { actor, query }) => listCampaignsOfLead(d, actor, query.lead_id),
  });

export const v1SequencesRoutes = (deps: MainDeps) =>
  wireRoutes(v1SequencesContract)(deps, {
    get: (d, { actor, params }) => getWireSequence(d, actor, params.campaignId),
    save: (d, { actor, params, body }) => saveWireSequence(d, actor, params.campaignId, body),
  });
