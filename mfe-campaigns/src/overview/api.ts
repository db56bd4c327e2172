import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const assistant = endpointsFrom(assistantContract);
const analytics = endpointsFrom(campaignAnalyticsContract);
const campaigns = endpointsFrom(campaignsContract);
const leads = endpointsFrom(campaignLeadsContract);
const mailboxes = endpointsFrom(campaignMailboxesContract);
const ownMailboxes = endpointsFrom(mailboxesContract);
const review = endpointsFrom(reviewContract);
const categories = endpointsFrom(categoriesContract);
const inbox = endpointsFrom(inboxContract);
const sequences = endpointsFrom(sequencesContract);

/** What the overview of a campaign asks and changes. Names begin with `overview`, as names are unique in the one cache. */
export const overviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    overviewCampaign: campaigns.query(build, 'getCampaign', { provides: ['campaign'] }),
    overviewSetStatus: campaigns.mutation(build, 'setStatus', {
      invalidates: ['campaign', 'counts', 'lead', 'analytics'],
    }),
    overviewStatistics: analytics.query(build, 'campaignStatistics', { provides: ['analytics', 'campaign'] }),
    overviewDays: analytics.query(build, 'campaignDays', { provides: ['analytics', 'campaign'] }),
    overviewSteps: analytics.query(build, 'campaignSteps', { provides: ['analytics', 'campaign', 'sequence'] }),
    overviewMailboxFigures: analytics.query(build, 'campaignMailboxes', { provides: ['analytics', 'campaign'] }),
    overviewTriggers: analytics.query(build, 'campaignTriggers', { provides: ['analytics', 'campaign'] }),
    overviewTrigger: analytics.query(build, 'campaignTrigger', { provides: ['analytics', 'campaign'] }),
    overviewMailboxes: mailboxes.query(build, 'listCampaignMailboxes', { provides: ['mailbox', 'campaign'] }),
    overviewChangeMailbox: ownMailboxes.mutation(build, 'update', {
      invalidates: ['mailbox', 'campaign', 'lead', 'forecast'],
    }),
    overviewResumeMailbox: ownMailboxes.mutation(build, 'unsuspend', {
      invalidates: ['mailbox', 'campaign', 'lead', 'forecast'],
    }),
    overviewForecast: review.query(build, 'forecastCampaign', { provides: ['forecast', 'campaign'], keepFor: 60 }),
    overviewExplainCampaign: review.query(build, 'explainCampaign', { provides: ['campaign', 'mailbox'], keepFor: 0 }),
    overviewExplainLead: review.query(build, 'explainLead', { provides: ['campaign', 'lead', 'mailbox'], keepFor: 0 }),
    overviewAssistantAbilities: assistant.query(build, 'assistantAbilities', {
      provides: ['integration'],
      keepFor: 600,
    }),
    overviewAskWhy: assistant.mutation(build, 'askWhy', { invalidates: [] }),
    overviewExplainMailbox: review.query(build, 'explainMailbox', { provides: ['campaign', 'mailbox'], keepFor: 0 }),
    overviewVariantTests: sequences.query(build, 'listVariantTests', {
      provides: ['sequence', 'campaign', 'analytics'],
    }),
    overviewSetWinner: sequences.mutation(build, 'setWinner', { invalidates: ['sequence', 'campaign'] }),
    overviewLeads: leads.query(build, 'listCampaignLeads', { provides: ['lead', 'campaign'] }),
    overviewLeadCounts: leads.query(build, 'countCampaignLeads', { provides: ['lead', 'campaign'] }),
    overviewLead: leads.query(build, 'getCampaignLead', { provides: ['lead', 'campaign'] }),
    overviewPauseLeads: leads.mutation(build, 'pauseLeads', { invalidates: ['lead', 'campaign', 'thread'] }),
    overviewResumeLeads: leads.mutation(build, 'resumeLeads', { invalidates: ['lead', 'campaign', 'thread'] }),
    overviewUnsubscribeLeads: leads.mutation(build, 'unsubscribeLeads', {
      invalidates: ['lead', 'campaign', 'thread', 'block-list'],
    }),
    overviewRemoveLeads: leads.mutation(build, 'removeLeads', {
      invalidates: ['lead', 'campaign', 'counts', 'thread'],
    }),
    overviewCategoriseLeads: leads.mutation(build, 'categoriseLeads', {
      invalidates: ['lead', 'campaign', 'thread', 'analytics'],
    }),
    overviewMoveLeads: leads.mutation(build, 'changeLeadMailbox', { invalidates: ['lead', 'campaign', 'mailbox'] }),
    overviewCompleteStep: leads.mutation(build, 'completeManualStep', { invalidates: ['lead', 'campaign', 'task'] }),
    overviewCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
    overviewThread: inbox.query(build, 'getThread', { provides: ['thread'] }),
  }),
});

export const {
  useOverviewCampaignQuery,
  useOverviewSetStatusMutation,
  useOverviewStatisticsQuery,
  useOverviewDaysQuery,
  useOverviewStepsQuery,
  useOverviewMailboxFiguresQuery,
  useOverviewTriggersQuery,
  useOverviewTriggerQuery,
  useOverviewMailboxesQuery,
  useOverviewChangeMailboxMutation,
  useOverviewResumeMailboxMutation,
  useOverviewForecastQuery,
  useOverviewExplainCampaignQuery,
  useOverviewExplainLeadQuery,
  useOverviewAskWhyMutation,
  useOverviewAssistantAbilitiesQuery,
  useOverviewExplainMailboxQuery,
  useOverviewVariantTestsQuery,
  useOverviewSetWinnerMutation,
  useOverviewLeadsQuery,
  useOverviewLeadCountsQuery,
  useOverviewLeadQuery,
  useOverviewPauseLeadsMutation,
  useOverviewResumeLeadsMutation,
  useOverviewUnsubscribeLeadsMutation,
  useOverviewRemoveLeadsMutation,
  useOverviewCategoriseLeadsMutation,
  useOverviewMoveLeadsMutation,
  useOverviewCompleteStepMutation,
  useOverviewCategoriesQuery,
  useOverviewThreadQuery,
} = overviewApi;
