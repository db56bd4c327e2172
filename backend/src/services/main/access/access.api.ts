// Who may see what: campaigns, clients, tags of a plan. Every area above asks here.
export {
  addEnrolmentScope,
  addMailboxScope,
  addScope,
  isScoped,
  scopeOf,
  type CampaignScope,
  type Who,
} from './campaign-access/campaign-scope';
export type { CampaignRecord } from './campaign-access/campaign.store';
export { withPresentRights } from './campaign-access/present-rights';
export { holdCampaign, requireCampaign, visibleCampaigns } from './campaign-access/require-campaign';
export { requireAgencyPlan } from './plan-access/agency-plan';
export { clientEmailsLeft, holdClientEmails, holdClientLeads, readClientCredits } from './plan-access/client-credits';
export type { ClientCredits } from './plan-access/client-credits.store';
export { requireRoom } from './plan-access/require-room';
export { checkAssignee, checkClient, checkFolder, checkMember, visibleClients } from './references/check-references';
