import { useCallback } from 'react';
import type { CampaignAction } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { readOf } from '@skein/mfe/requests';
import {
  useOverviewCategoriesQuery,
  useOverviewForecastQuery,
  useOverviewLeadCountsQuery,
  useOverviewMailboxesQuery,
  useOverviewMailboxFiguresQuery,
  useOverviewSetStatusMutation,
} from './api';

/** Categories of replies and their names, for those who may read replies. */
export function useCategoryNames() {
  const { data } = useOverviewCategoriesQuery(undefined, { skip: !useAccess().may('inbox.read') });
  const categories = data?.categories;
  return {
    categories: categories ?? [],
    nameOf: useCallback(
      (id: number) => categories?.find((category) => category.id === id)?.name ?? `Category ${id}`,
      [categories],
    ),
  };
}

/** The mailboxes that send for a campaign. */
export const useCampaignMailboxes = (campaignId: number, isWanted = true) =>
  readOf(useOverviewMailboxesQuery({ params: { campaignId } }, { skip: !isWanted }));

/** What each mailbox of a campaign has sent and got back. */
export const useMailboxFigures = (campaignId: number, time_zone: string) =>
  useOverviewMailboxFiguresQuery({ params: { campaignId }, query: { time_zone } }).data;

/** How many leads are in which state. */
export const useLeadCounts = (campaignId: number) => readOf(useOverviewLeadCountsQuery({ params: { campaignId } }));

/** What a campaign will send, day by day. */
export const useForecast = (campaignId: number) =>
  readOf(useOverviewForecastQuery({ params: { campaignId }, body: {} }));

/** Changes the state of a campaign. Rejects with the server's problem. */
export function useSetStatus() {
  const [set, { isLoading: isSetting }] = useOverviewSetStatusMutation();
  return {
    isSetting,
    setStatus: (campaignId: number, action: CampaignAction) =>
      set({ params: { campaignId }, body: { action } }).unwrap(),
  };
}
