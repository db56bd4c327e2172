import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const analytics = endpointsFrom(workspaceAnalyticsContract);
const reports = endpointsFrom(reportsContract);
const inbox = endpointsFrom(inboxContract);

/** What the home of a client asks; the server answers with what is the client's own. */
const clientHomeApi = api.injectEndpoints({
  endpoints: (build) => ({
    homeFigures: analytics.query(build, 'overallStatistics', { provides: ['analytics'] }),
    homeCampaigns: analytics.query(build, 'overallByCampaign', { provides: ['analytics', 'campaign'] }),
    homeReports: reports.query(build, 'listReports', { provides: ['report'] }),
    homeReplies: inbox.query(build, 'listConversations', { provides: ['thread'] }),
  }),
});

export const { useHomeFiguresQuery, useHomeCampaignsQuery, useHomeReportsQuery, useHomeRepliesQuery } = clientHomeApi;
