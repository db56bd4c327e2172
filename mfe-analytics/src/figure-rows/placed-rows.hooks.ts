import { placedGroupings, type PlacedFigure } from '@skein/contracts/analytics/placed-emails.contract';
import { readOf } from '@skein/mfe/requests';
import { useAnalyticsPlacedEmailsQuery } from '../api';
import type { Insights } from '../insights/insights.hooks';

/** What the emails behind a share in spam are asked for by. */
export function placedQuery({ range, filter, address: { narrow } }: Insights, figure: PlacedFigure) {
  const by = placedGroupings.find((grouping) => grouping === narrow?.group_by);
  const { from_provider: from, to_provider: to } = narrow ?? {};
  return {
    ...range,
    ...filter,
    figure,
    ...(by ? { group_by: by, group_key: narrow?.group_key ?? '' } : {}),
    ...(from ? { from_provider: from } : {}),
    ...(to ? { to_provider: to } : {}),
  };
}

/** One page of the emails behind a share in spam. */
export const usePlacedEmails = (
  insights: Insights,
  figure: PlacedFigure,
  { cursor, limit }: { cursor: string | null; limit: number },
) =>
  readOf(
    useAnalyticsPlacedEmailsQuery({
      query: { ...placedQuery(insights, figure), limit, ...(cursor ? { cursor } : {}) },
    }),
  );
