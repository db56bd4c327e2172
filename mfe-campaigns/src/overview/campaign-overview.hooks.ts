import { problemOf } from '@skein/mfe/problem';
import { useOverviewCampaignQuery } from './api';

/** The campaign of an address, read again once a minute. `isGone`: it does not exist, or not any more. */
export function useCampaign(idText: string | undefined) {
  const id = Number(idText);
  const isId = Number.isSafeInteger(id) && id > 0;
  // Only of this address: while another campaign is read, the one before would stand under its address, with its buttons.
  const { currentData, error, refetch } = useOverviewCampaignQuery(
    { params: { campaignId: id } },
    { skip: !isId, pollingInterval: 60_000, skipPollingIfUnfocused: true },
  );
  return {
    id,
    campaign: currentData,
    isGone: !isId || (error !== undefined && problemOf(error).status === 404),
    problem: error ? problemOf(error) : null,
    retry: () => void refetch(),
  };
}
