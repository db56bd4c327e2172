import type { CallInput } from '@skein/contracts/endpoint';
import type { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { useAbandonStale } from '@skein/mfe/abandon-stale';
import { readOf } from '@skein/mfe/requests';
import { useOverviewLeadQuery, useOverviewLeadsQuery, useOverviewThreadQuery } from '../api';

type Query = CallInput<(typeof campaignLeadsContract)['endpoints']['listCampaignLeads']>['query'];

/** One page of the leads of a campaign, read again each minute while it is looked at. */
export function useCampaignLeads(campaignId: number, query: Query) {
  const input = { params: { campaignId }, query };
  const asked = useOverviewLeadsQuery(input, { pollingInterval: 60_000, skipPollingIfUnfocused: true });
  useAbandonStale('overviewLeads', input);
  return readOf(asked);
}

/** The steps of a sequence as they are for one lead. */
export const useLeadSteps = (campaignId: number, enrolmentId: number) =>
  readOf(useOverviewLeadQuery({ params: { campaignId, enrolmentId } }));

/** The emails to and from a lead, for those who may read them. */
export const useLeadMessages = (enrolmentId: number, mayRead: boolean) =>
  readOf(useOverviewThreadQuery({ params: { enrolmentId } }, { skip: !mayRead }));
