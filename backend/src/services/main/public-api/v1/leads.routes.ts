import { v1BlockListContract } from '@skein/contracts/v1/block-list.contract';
import { v1LeadsContract } from '@skein/contracts/v1/leads.contract';
import type { MainDeps } from '#main/deps';
import { removeBlockEntry, deleteLead, unsubscribeLead, updateLead } from '#leads/leads.api';
import { blockEntries, listWireBlockEntries, removeBlockEntryByName } from './block-list';
import { listWireCategories } from './categories';
import { exportLeads } from './export-leads';
import {
  addWireLeads,
  categoriseWireLead,
  findWireLead,
  getWireLead,
  listWireLeads,
  pauseWireLead,
  removeWireLead,
  resumeWireLead,
  setLeadStatus,
  unsubscribeWireLead,
  updateWireLead,
} from './leads';
import { listGlobalLeads } from './lead-reads';
import { wireRoutes } from './wire-routes';

const ok = { ok: true as const };

export const v1LeadsRoutes = (deps: MainDeps) =>
  wireRoutes(v1LeadsContract)(deps, {
    add: (d, { actor, params, body }) => addWireLeads(d, actor, params.campaignId, body),
    list: (d, { actor, params, query }) => listWireLeads(d, actor, params.campaignId, query),
    export: (d, { actor, params }) => exportLeads(d, actor, params.campaignId),
    findByEmail: (d, { actor, query: { email, ...page } }) =>
      email === undefined ? listGlobalLeads(d, actor, page) : findWireLead(d, actor, email),
    get: (d, { actor, params }) => getWireLead(d, actor, params.leadId),
    updateEverywhere: (d, { actor, params, body }) => updateLead(d, actor, params.leadId, body).then(() => ok),
    setStatusEverywhere: (d, { actor, params, body }) => setLeadStatus(d, actor, params.leadId, body),
    removeEverywhere: (d, { actor, params }) => deleteLead(d, actor, params.leadId).then(() => ok),
    unsubscribeEverywhere: (d, { actor, params }) => unsubscribeLead(d, actor, params.leadId).then(() => ok),
    update: (d, { actor, params, body }) =>
      updateWireLead(d, actor, { campaignId: params.campaignId, leadId: params.leadId, change: body }),
    remove: (d, { actor, params }) => removeWireLead(d, actor, params.campaignId, params.leadId),
    categorise: (d, { actor, params, body }) =>
      categoriseWireLead(d, actor, { campaignId: params.campaignId, leadId: params.leadId, body }),
    pause: (d, { actor, params }) => pauseWireLead(d, actor, params.campaignId, params.leadId),
    resume: (d, { actor, params, body }) =>
      resumeWireLead(d, actor, {
        campaignId: params.campaignId,
        leadId: params.leadId,
        delayDays: body.resume_lead_with_delay_days ?? 0,
      }),
    unsubscribe: (d, { actor, params }) => unsubscribeWireLead(d, actor, params.campaignId, params.leadId),
    categories: (d, { actor }) => listWireCategories(d, actor),
  });

export const v1BlockListRoutes = (deps: MainDeps) =>
  wireRoutes(v1BlockListContract)(deps, {
    add: async (d, { actor, body }) => {
      const { added, invalid } = await blockEntries(d, actor, body.domain_block_list, body.client_id);
      return { ok: true as const, uploadCount: body.domain_block_list.length, totalDomainAdded: added, invalid };
    },
    list: (d, { actor, query }) => listWireBlockEntries(d, actor, query),
    remove: (d, { actor, query }) => removeBlockEntry(d, actor, query.id).then(() => ok),
    removeByName: (d, { actor, body }) => removeBlockEntryByName(d, actor, body.domain),
  });
