import {
  useAnalyticsByCampaignQuery,
  useAnalyticsByMailboxQuery,
  useAnalyticsOverallDaysQuery,
  useAnalyticsOverallQuery,
} from '../api';
import { useInsights } from '../insights/insights.hooks';
import { useKeptPageSize } from './kept-page-size';

export type GlobalAnalytics = ReturnType<typeof useGlobalAnalytics>;

/** What the page shows, bound to the URL and to what was chosen last, and everything it reads for it. */
export function useGlobalAnalytics() {
  const insights = useInsights();
  const { address, filter, range } = insights;
  const [campaignSize, setCampaignSize] = useKeptPageSize('analytics-campaigns');
  const [mailboxSize, setMailboxSize] = useKeptPageSize('analytics-mailboxes');
  const query = { ...range, ...filter };
  const statistics = useAnalyticsOverallQuery({ query });
  const days = useAnalyticsOverallDaysQuery({ query });
  const campaigns = useAnalyticsByCampaignQuery({ query: { ...query, ...address.campaigns, limit: campaignSize } });
  const mailboxes = useAnalyticsByMailboxQuery({ query: { ...query, ...address.mailboxes, limit: mailboxSize } });
  return {
    insights,
    query,
    statistics: statistics.data,
    days: days.data?.days ?? [],
    isReadingDays: days.isFetching,
    problem: statistics.error ?? days.error ?? null,
    /** What failed and was never read: neither awaited nor known to be nothing. */
    isWithoutTotals: statistics.isError && !statistics.data,
    isWithoutDays: days.isError && !days.data,
    retry: () => {
      void statistics.refetch();
      void days.refetch();
    },
    campaigns: {
      rows: campaigns.data?.rows,
      total: campaigns.data?.total ?? 0,
      loading: campaigns.isFetching && !campaigns.currentData,
      error: campaigns.error?.message ?? null,
      onRetry: () => void campaigns.refetch(),
      pageSize: campaignSize,
      onPageSize: setCampaignSize,
    },
    mailboxes: {
      rows: mailboxes.data?.rows,
      total: mailboxes.data?.total ?? 0,
      loading: mailboxes.isFetching && !mailboxes.currentData,
      error: mailboxes.error?.message ?? null,
      onRetry: () => void mailboxes.refetch(),
      pageSize: mailboxSize,
      onPageSize: setMailboxSize,
    },
  };
}
