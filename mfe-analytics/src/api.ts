import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const overall = endpointsFrom(workspaceAnalyticsContract);
const campaign = endpointsFrom(campaignAnalyticsContract);

/** What the pages and parts of this area ask. Names begin with `analytics`, as names are unique in the one cache. */
export const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    analyticsOverall: overall.query(build, 'overallStatistics', { provides: ['analytics', 'campaign'] }),
    analyticsOverallDays: overall.query(build, 'overallDays', { provides: ['analytics', 'campaign'] }),
    analyticsByCampaign: overall.query(build, 'overallByCampaign', { provides: ['analytics', 'campaign'] }),
    analyticsByMailbox: overall.query(build, 'overallByMailbox', { provides: ['analytics', 'campaign'] }),
    analyticsOverallRows: overall.query(build, 'overallRows', { provides: ['analytics', 'campaign'] }),
    analyticsCampaignRows: campaign.query(build, 'campaignRows', { provides: ['analytics', 'campaign'] }),
  }),
});

export const {
  useAnalyticsOverallQuery,
  useAnalyticsOverallDaysQuery,
  useAnalyticsByCampaignQuery,
  useAnalyticsByMailboxQuery,
  useAnalyticsOverallRowsQuery,
  useAnalyticsCampaignRowsQuery,
} = analyticsApi;
