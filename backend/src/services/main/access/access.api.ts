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
export {
  campaignColumns,
  campaignJoins,
  findCampaign,
  findCampaignIds,
  type CampaignRecord,
} from './campaign-access/campaign.store';
export { withPresentRights } from './campaign-access/present-rights.store';
export { requireCampaign } from './campaign-access/require-campaign';
export { requireAgencyPlan } from './plan-access/agency-plan';
export {
  clientEmailsLeft,
  findClientCredits,
  holdClientEmails,
  holdClientLeads,
  type ClientCredits,
} from './plan-access/client-credits.store';
export { requireRoom } from './plan-access/plan-room.store';
export {
  checkAssignee,
  checkClient,
  checkFolder,
  checkMember,
  findVisibleClients,
  hasClient,
  timeZoneOfPerson,
} from './references/campaign-references.store';
