import type { CallInput } from '@skein/contracts/endpoint';
import type { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { useAbandonStale } from '@skein/mfe/abandon-stale';
import { inParts } from '@skein/mfe/lists/selection-ids';
import { attempt, readOf, readProblem } from '@skein/mfe/requests';
import { withSentence } from '@skein/mfe/with-sentence';
import {
  useCampaignDeletionEffectsQuery,
  useDeleteCampaignMutation,
  useDuplicateCampaignMutation,
  useExplainIdleCampaignQuery,
  useListCampaignsQuery,
  useListCampaignTagsQuery,
  useSaveCampaignTagMutation,
  useTagCampaignsMutation,
} from './api';
import { bulkSize } from './use-selection-ids';

type Calls = (typeof campaignsContract)['endpoints'];

/** One page of campaigns, read again each minute while it is looked at. */
export function useCampaignsPage(query: NonNullable<CallInput<Calls['listCampaigns']>['query']>) {
  const asked = useListCampaignsQuery({ query }, { pollingInterval: 60_000, skipPollingIfUnfocused: true });
  useAbandonStale('listCampaigns', { query });
  return readOf(asked);
}

/** Tags of the workspace. `create` answers the new tag; null when it was refused, which is shown. */
export function useCampaignTags(isWanted = true) {
  const { data } = useListCampaignTagsQuery(undefined, { skip: !isWanted });
  const [save] = useSaveCampaignTagMutation();
  return {
    /** Undefined until they are known. */
    tags: data?.tags,
    create: async (name: string) =>
      (await attempt(save({ body: { name } }).unwrap(), 'The tag was not created'))?.value ?? null,
  };
}

/** Gives tags to campaigns and takes others. Rejects with the server's problem. */
export function useTagCampaigns() {
  const [tag] = useTagCampaignsMutation();
  return async (ids: number[], add_tag_ids: number[], remove_tag_ids: number[]): Promise<void> => {
    for (const campaign_ids of inParts(ids, bulkSize))
      await tag({ body: { campaign_ids, add_tag_ids, remove_tag_ids } }).unwrap();
  };
}

/** Copies a campaign. Rejects with the server's problem. */
export function useDuplicateCampaign(campaignId: number) {
  const [duplicate] = useDuplicateCampaignMutation();
  return (body: CallInput<Calls['duplicateCampaign']>['body']) => duplicate({ params: { campaignId }, body }).unwrap();
}

/** What deleting a campaign takes with it, counted anew, and doing it. `remove` rejects with the sentence that a dialog shows. */
export function useDeleteCampaign(campaignId: number) {
  const asked = useCampaignDeletionEffectsQuery({ params: { campaignId } }, { refetchOnMountOrArgChange: true });
  const [remove] = useDeleteCampaignMutation();
  return {
    effects: asked.data,
    problem: readProblem(asked),
    isCounting: asked.isLoading,
    remove: () => withSentence(remove({ params: { campaignId } }).unwrap()),
  };
}

/** Why a campaign sends nothing now; nothing is asked without one. */
export function useIdleReason(campaignId: number | null) {
  const asked = useExplainIdleCampaignQuery({ params: { campaignId: campaignId ?? 0 } }, { skip: campaignId === null });
  return { reason: asked.data, problem: readProblem(asked), isLoading: asked.isFetching && !asked.data };
}
