import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { readProblem } from '@skein/mfe/requests';
import { useOverviewDaysQuery, useOverviewStatisticsQuery, useOverviewStepsQuery } from '../api';
import { usualDays, type RangeAddress } from './range-address';

/** Figures of a campaign since its launch. */
export const useFiguresSinceLaunch = (campaign: CampaignView) =>
  useOverviewStatisticsQuery({ params: { campaignId: campaign.id }, query: { time_zone: campaign.schedule.timezone } })
    .data;

/** Figures of the days that the address names: in sum, by day, and by step. Without days in it those since the launch, at most 31. */
export function useCampaignFigures(campaign: CampaignView, address: RangeAddress) {
  const time = useCampaignTime();
  const zone = campaign.schedule.timezone;
  const params = { campaignId: campaign.id };
  const life = useOverviewStatisticsQuery({ params, query: {} });
  const days =
    address.from && address.to
      ? { from: address.from, to: address.to }
      : life.data
        ? usualDays(life.data, time.now(), zone)
        : null;
  const query = { time_zone: zone, axis: address.axis, include_out_of_office: address.includeOutOfOffice, ...days };
  const options = { skip: days === null };
  const statistics = useOverviewStatisticsQuery({ params, query }, options);
  const series = useOverviewDaysQuery({ params, query }, options);
  const steps = useOverviewStepsQuery({ params, query }, options);
  return {
    days,
    query,
    statistics: statistics.data,
    series: { data: series.data, isFetching: series.isFetching || days === null },
    steps: { data: steps.data?.steps, isFetching: steps.isFetching || days === null, problem: readProblem(steps) },
    problem: readProblem({
      error: statistics.error ?? series.error ?? life.error,
      refetch: () => {
        void life.refetch();
        if (days) {
          void statistics.refetch();
          void series.refetch();
        }
      },
    }),
  };
}
