import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { placedEmailsContract } from '@skein/contracts/analytics/placed-emails.contract';
import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const overall = endpointsFrom(workspaceAnalyticsContract);
const campaign = endpointsFrom(campaignAnalyticsContract);
const insights = endpointsFrom(insightsContract);
const placed = endpointsFrom(placedEmailsContract);
const reports = endpointsFrom(reportsContract);
const campaigns = endpointsFrom(campaignsContract);
const clients = endpointsFrom(clientsContract);

/** What the pages and parts of this area ask. Names begin with `analytics`, as names are unique in the one cache. */
const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    analyticsOverall: overall.query(build, 'overallStatistics', { provides: ['analytics', 'campaign'] }),
    analyticsOverallDays: overall.query(build, 'overallDays', { provides: ['analytics', 'campaign'] }),
    analyticsByCampaign: overall.query(build, 'overallByCampaign', { provides: ['analytics', 'campaign'] }),
    analyticsByMailbox: overall.query(build, 'overallByMailbox', { provides: ['analytics', 'campaign'] }),
    analyticsOverallRows: overall.query(build, 'overallRows', { provides: ['analytics', 'campaign'] }),
    analyticsCampaignRows: campaign.query(build, 'campaignRows', { provides: ['analytics', 'campaign'] }),
    analyticsInsightGroups: insights.query(build, 'insightGroups', { provides: ['analytics', 'campaign'] }),
    analyticsInsightWeeks: insights.query(build, 'insightWeeks', { provides: ['analytics', 'campaign'] }),
    analyticsInsightReplyTimes: insights.query(build, 'insightReplyTimes', { provides: ['analytics', 'campaign'] }),
    analyticsInsightAnswers: insights.query(build, 'insightAnswers', { provides: ['analytics', 'campaign'] }),
    analyticsInsightWaiting: insights.query(build, 'insightWaiting', { provides: ['analytics', 'campaign'] }),
    analyticsInsightMatrix: insights.query(build, 'insightMatrix', { provides: ['analytics', 'campaign'] }),
    analyticsPlacedEmails: placed.query(build, 'listPlacedEmails', { provides: ['analytics', 'campaign'] }),
    analyticsInsightMailboxes: insights.query(build, 'insightMailboxes', {
      provides: ['analytics', 'campaign', 'mailbox'],
    }),
    analyticsInsightAttention: insights.query(build, 'insightAttention', {
      provides: ['analytics', 'campaign', 'mailbox', 'attention'],
    }),
    analyticsSnoozeAttention: insights.mutation(build, 'snoozeAttention', { invalidates: ['attention'] }),
    analyticsWakeAttention: insights.mutation(build, 'wakeAttention', { invalidates: ['attention'] }),
    analyticsYearRecap: insights.query(build, 'yearRecap', { provides: ['analytics', 'campaign'] }),
    analyticsReports: reports.query(build, 'listReports', { provides: ['report'] }),
    analyticsReport: reports.query(build, 'readReport', { provides: ['report'] }),
    analyticsCreateReport: reports.mutation(build, 'createReport', { invalidates: ['report'] }),
    analyticsChangeReport: reports.mutation(build, 'changeReport', { invalidates: ['report'] }),
    analyticsDeleteReport: reports.mutation(build, 'deleteReport', { invalidates: ['report'] }),
    analyticsScheduleReport: reports.mutation(build, 'scheduleReport', { invalidates: ['report'] }),
    analyticsRetryDelivery: reports.mutation(build, 'retryDelivery', { invalidates: ['report'] }),
    analyticsClients: clients.query(build, 'listClients', { provides: ['client'] }),
    analyticsTags: campaigns.query(build, 'listTags', { provides: ['campaign'] }),
  }),
});

export const {
  useAnalyticsOverallQuery,
  useAnalyticsOverallDaysQuery,
  useAnalyticsByCampaignQuery,
  useAnalyticsByMailboxQuery,
  useAnalyticsOverallRowsQuery,
  useAnalyticsCampaignRowsQuery,
  useAnalyticsInsightGroupsQuery,
  useAnalyticsInsightWeeksQuery,
  useAnalyticsPlacedEmailsQuery,
  useAnalyticsInsightReplyTimesQuery,
  useAnalyticsInsightAnswersQuery,
  useAnalyticsInsightWaitingQuery,
  useAnalyticsInsightMatrixQuery,
  useAnalyticsInsightMailboxesQuery,
  useAnalyticsInsightAttentionQuery,
  useAnalyticsSnoozeAttentionMutation,
  useAnalyticsWakeAttentionMutation,
  useAnalyticsYearRecapQuery,
  useAnalyticsReportsQuery,
  useAnalyticsReportQuery,
  useAnalyticsCreateReportMutation,
  useAnalyticsChangeReportMutation,
  useAnalyticsDeleteReportMutation,
  useAnalyticsScheduleReportMutation,
  useAnalyticsRetryDeliveryMutation,
  useAnalyticsClientsQuery,
  useAnalyticsTagsQuery,
} = analyticsApi;
