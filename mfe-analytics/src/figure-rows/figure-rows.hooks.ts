import type { Measure } from '@skein/contracts/analytics/measures';
import type { Narrowing } from '@skein/contracts/analytics/narrowing';
import type { PartContracts } from '@skein/mfe/parts';
import { readOf } from '@skein/mfe/requests';
import { useAnalyticsCampaignRowsQuery, useAnalyticsOverallRowsQuery } from '../api';

export type FigureRowsProps = PartContracts['analytics/figure-rows'] & {
  /** Of a page over all campaigns. */ narrow?: Narrowing;
};

/** One page of the rows behind a figure, of a campaign or of all. */
export function useFigureRows(
  props: FigureRowsProps,
  measure: Measure,
  { cursor, limit }: { cursor: string | null; limit: number },
) {
  const query = {
    measure,
    time_zone: props.timeZone,
    axis: props.axis,
    include_out_of_office: props.includeOutOfOffice,
    limit,
    ...(props.from && props.to ? { from: props.from, to: props.to } : {}),
    ...(cursor ? { cursor } : {}),
  };
  const [mailboxId] = props.mailboxIds ?? [];
  const ofCampaign = useAnalyticsCampaignRowsQuery(
    {
      params: { campaignId: props.campaignId ?? 0 },
      query: {
        ...query,
        ...(props.stepId ? { step_id: props.stepId } : {}),
        ...(props.variantId ? { variant_id: props.variantId } : {}),
        ...(mailboxId ? { mailbox_id: mailboxId } : {}),
      },
    },
    { skip: props.campaignId === undefined },
  );
  const ofAll = useAnalyticsOverallRowsQuery(
    {
      query: {
        ...query,
        ...(props.campaignIds ? { campaign_ids: props.campaignIds } : {}),
        ...(props.clientIds ? { client_ids: props.clientIds } : {}),
        ...(props.mailboxIds ? { mailbox_ids: props.mailboxIds } : {}),
        ...(props.tagIds ? { tag_ids: props.tagIds } : {}),
        ...props.narrow,
      },
    },
    { skip: props.campaignId !== undefined },
  );
  return props.campaignId === undefined ? readOf(ofAll) : readOf(ofCampaign);
}
