import type { InsightGrouping } from '@skein/contracts/analytics/insights.contract';
import { addDays, countDays } from '@skein/ui/calendar-days';
import { useAccess } from '@skein/mfe/access';
import { readOf } from '@skein/mfe/requests';
import {
  useAnalyticsByCampaignQuery,
  useAnalyticsByMailboxQuery,
  useAnalyticsInsightAnswersQuery,
  useAnalyticsInsightGroupsQuery,
  useAnalyticsInsightMailboxesQuery,
  useAnalyticsInsightMatrixQuery,
  useAnalyticsInsightReplyTimesQuery,
  useAnalyticsInsightWaitingQuery,
  useAnalyticsInsightWeeksQuery,
  useAnalyticsOverallDaysQuery,
  useAnalyticsOverallQuery,
  useAnalyticsTagsQuery,
} from '../api';
import type { InsightFilter, Insights } from './insights.hooks';

/** The range and what it is narrowed to. */
const queryOf = ({ range, filter }: Insights) => ({ ...range, ...filter });

/** How fast positive replies are answered, in sum and by person. */
export const useAnswers = (insights: Insights) => readOf(useAnalyticsInsightAnswersQuery({ query: queryOf(insights) }));

/** The figures by client, campaign, mailbox or what else they can be grouped by. */
export const useGroups = (insights: Insights, by: InsightGrouping) =>
  readOf(useAnalyticsInsightGroupsQuery({ query: { ...queryOf(insights), by } }));

/** The same week by week. */
export const useWeeks = (insights: Insights, by: InsightGrouping) =>
  useAnalyticsInsightWeeksQuery({ query: { ...queryOf(insights), by } }).data?.groups;

/** Mailboxes by state, now: of the chosen client or of all. */
export const useMailboxStates = ({ filter }: Insights) =>
  readOf(useAnalyticsInsightMailboxesQuery({ query: filter.client_ids ? { client_ids: filter.client_ids } : {} }));

/** Figures from each provider of mailboxes to each of recipients. */
export const useMatrix = (insights: Insights) => readOf(useAnalyticsInsightMatrixQuery({ query: queryOf(insights) }));

/** The figures in sum. */
export const useTotals = (insights: Insights) => readOf(useAnalyticsOverallQuery({ query: queryOf(insights) }));

/** The figures by day, with those of the days before. */
export function useDays(insights: Insights) {
  const { from, to } = insights.range;
  const read = readOf(useAnalyticsOverallDaysQuery({ query: queryOf(insights) }));
  const before = useAnalyticsOverallDaysQuery({
    query: { ...queryOf(insights), from: addDays(from, -countDays(from, to)), to: addDays(from, -1) },
  });
  return { ...read, before: before.data?.days };
}

/** When first replies come, and what they are. */
export const useReplyTimes = (insights: Insights) =>
  readOf(useAnalyticsInsightReplyTimesQuery({ query: queryOf(insights) }));

/** Positive replies that nobody has answered. */
export const useWaiting = ({ filter }: Insights, isLateOnly: boolean) =>
  readOf(useAnalyticsInsightWaitingQuery({ query: { ...filter, ...(isLateOnly ? { late_only: true } : {}) } }));

const everything = { sort: 'name', direction: 'asc', limit: 200 } as const;
interface Choice {
  value: string;
  label: string;
}

/** What the figures can be narrowed to: clients (for the agency), campaigns and mailboxes with figures in the range, and tags. */
export function useChoices({ range }: Insights): Record<InsightFilter, Choice[]> {
  const clients = useAnalyticsInsightGroupsQuery(
    { query: { ...range, by: 'client' } },
    { skip: !useAccess().may('insights.read') },
  );
  const campaigns = useAnalyticsByCampaignQuery({ query: { ...range, ...everything } });
  const mailboxes = useAnalyticsByMailboxQuery({ query: { ...range, ...everything } });
  const tags = useAnalyticsTagsQuery(undefined);
  return {
    client: (clients.data?.groups ?? []).flatMap(({ key, name }) => (key === '' ? [] : [{ value: key, label: name }])),
    campaign: (campaigns.data?.rows ?? []).flatMap(({ campaign_id, name }) =>
      campaign_id === null ? [] : [{ value: String(campaign_id), label: name }],
    ),
    mailbox: (mailboxes.data?.rows ?? []).map(({ mailbox_id, from_email }) => ({
      value: String(mailbox_id),
      label: from_email,
    })),
    tag: (tags.data?.tags ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  };
}
