import { v1CampaignActionsContract } from '@skein/contracts/v1/campaign-actions.contract';
import { v1LeadReadsContract } from '@skein/contracts/v1/lead-reads.contract';
import type { MainDeps } from '#main/deps';
import { updateSettings } from '#campaigns/campaigns.api';
import { changeWireMailbox, sendWireTest } from './campaign-actions';
import {
  completeWireStep,
  listActivities,
  listAllLeads,
  listGlobalLeads,
  readCampaignOverview,
  readHistories,
  readSequenceDetails,
} from './lead-reads';
import { wireRoutes } from './wire-routes';

export const v1CampaignActionsRoutes = (deps: MainDeps) =>
  wireRoutes(v1CampaignActionsContract)(deps, {
    sendTestEmail: (d, { actor, params, body }) => sendWireTest(d, actor, params.campaignId, body),
    setTeamMember: (d, { actor, params, body }) =>
      updateSettings(d, actor, params.campaignId, { team_member_id: body.teamMemberId }).then(() => ({
        ok: true as const,
      })),
    changeLeadMailbox: (d, { actor, body }) => changeWireMailbox(d, actor, body),
    activities: (d, { actor, query }) => listActivities(d, actor, query),
  });

export const v1LeadReadsRoutes = (deps: MainDeps) =>
  wireRoutes(v1LeadReadsContract)(deps, {
    globalLeads: (d, { actor, query }) => listGlobalLeads(d, actor, query),
    allLeads: (d, { actor, query }) => listAllLeads(d, actor, query),
    campaignOverview: (d, { actor, params }) => readCampaignOverview(d, actor, params.leadId),
    sequenceDetails: (d, { actor, params, query }) =>
      readSequenceDetails(d, actor, params.enrolmentId, query.campaignId),
    historyOfLeads: (d, { actor, params, query, body }) =>
      readHistories(d, actor, params.campaignId, { leadIds: body.lead_ids, after: query.event_time_gt }),
    completeManualStep: (d, { actor, params }) => completeWireStep(d, actor, params.campaignId, params.leadId),
  });
