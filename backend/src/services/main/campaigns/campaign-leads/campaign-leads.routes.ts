import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { addLeads } from '#leads/leads.api';
import { categoriseLeads, changeLeadMailbox, pauseLeads, removeLeads, unsubscribeLeads } from './change-leads';
import { resumeLeads } from './resume-leads';
import { completeManualStep } from './complete-manual-step';
import { countLeads, getCampaignLead, listCampaignLeads } from '#lifecycle/lifecycle.api';

export const campaignLeadsRoutes = (deps: MainDeps) =>
  routes(campaignLeadsContract)(deps, {
    listCampaignLeads: (d, { actor, params, query }) => listCampaignLeads(d, actor, params.campaignId, query),
    countCampaignLeads: (d, { actor, params }) => countLeads(d, actor, params.campaignId),
    getCampaignLead: (d, { actor, params }) => getCampaignLead(d, actor, params.campaignId, params.enrolmentId),
    addLeads: (d, { actor, params, body }) => addLeads(d, actor, { campaignId: params.campaignId, input: body }),
    pauseLeads: (d, { actor, params, body }) => pauseLeads(d, actor, params.campaignId, body.selection),
    resumeLeads: (d, { actor, params, body }) =>
      resumeLeads(d, actor, { campaignId: params.campaignId, selection: body.selection, delayDays: body.delay_days }),
    unsubscribeLeads: (d, { actor, params, body }) =>
      unsubscribeLeads(d, actor, {
        campaignId: params.campaignId,
        selection: body.selection,
        everywhere: body.everywhere,
      }),
    removeLeads: (d, { actor, params, body }) => removeLeads(d, actor, params.campaignId, body.selection),
    categoriseLeads: (d, { actor, params, body }) =>
      categoriseLeads(d, actor, {
        campaignId: params.campaignId,
        selection: body.selection,
        categoryId: body.category_id,
        pauseLead: body.pause_lead,
      }),
    changeLeadMailbox: (d, { actor, params, body }) =>
      changeLeadMailbox(d, actor, {
        campaignId: params.campaignId,
        selection: body.selection,
        mailboxId: body.mailbox_id,
      }),
    completeManualStep: (d, { actor, params }) => completeManualStep(d, actor, params.campaignId, params.enrolmentId),
  });
