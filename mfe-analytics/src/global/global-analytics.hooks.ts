import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { useUi } from '@skein/ui/ui-provider';
import {
  useAnalyticsByCampaignQuery,
  useAnalyticsByMailboxQuery,
  useAnalyticsOverallDaysQuery,
  useAnalyticsOverallQuery,
} from '../api';
import { usePageSize } from './page-size';
import { readGlobal, writeGlobal, type GlobalAddress } from './range-address';

/** A quarter of an hour. Campaign time runs fast in the sandbox; the day decides, and each new instant would be read anew. */
const step = 900_000;

/** What the page shows, bound to the URL, and everything it reads for it. */
export function useGlobalAnalytics() {
  const [params, setParams] = useSearchParams();
  const { timeZone: personZone } = useUi();
  const time = useCampaignTime();
  const now = Math.floor(time.now().getTime() / step) * step;
  const address = useMemo(() => readGlobal(params, new Date(now), personZone), [params, now, personZone]);
  const change = useCallback(
    (changed: Partial<GlobalAddress>) => setParams((current) => writeGlobal(current, changed), { replace: true }),
    [setParams],
  );
  const zone = address.zone ?? personZone;
  const range = {
    from: address.from,
    to: address.to,
    time_zone: zone,
    axis: address.axis,
    include_out_of_office: address.includeOutOfOffice,
  };
  const [campaignSize, setCampaignSize] = usePageSize('analytics-campaigns');
  const [mailboxSize, setMailboxSize] = usePageSize('analytics-mailboxes');
  const statistics = useAnalyticsOverallQuery({ query: range });
  const days = useAnalyticsOverallDaysQuery({ query: range });
  const campaigns = useAnalyticsByCampaignQuery({ query: { ...range, ...address.campaigns, limit: campaignSize } });
  const mailboxes = useAnalyticsByMailboxQuery({ query: { ...range, ...address.mailboxes, limit: mailboxSize } });
  return {
    address,
    change,
    zone,
    personZone,
    range,
    now: () => time.now(),
    statistics: statistics.data,
    days: days.data?.days ?? [],
    isReadingDays: days.isFetching,
    problem: statistics.error ?? days.error ?? null,
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
