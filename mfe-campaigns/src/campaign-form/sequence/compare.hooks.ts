import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { api, endpointsFrom } from '@skein/mfe/api';
import type { DraftStep } from './draft-step';

const analytics = endpointsFrom(campaignAnalyticsContract);

const compareApi = api.injectEndpoints({
  endpoints: (build) => ({
    comparedSteps: analytics.query(build, 'campaignSteps', { provides: ['analytics', 'campaign', 'sequence'] }),
  }),
});

/** What the variants of a step brought, by their id; nothing is asked while none was sent. */
export function useVariantResults(campaignId: number, step: DraftStep) {
  const { data } = compareApi.useComparedStepsQuery(
    { params: { campaignId }, query: {} },
    { skip: step.variants.every((variant) => variant.sent === 0) },
  );
  return new Map((data?.steps ?? []).flatMap(({ variants }) => variants).map((each) => [each.variant_id, each]));
}
export type VariantResult = NonNullable<ReturnType<ReturnType<typeof useVariantResults>['get']>>;
