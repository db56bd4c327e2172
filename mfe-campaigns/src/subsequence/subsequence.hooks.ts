import type { CallInput } from '@skein/contracts/endpoint';
import type { inboxContract } from '@skein/contracts/main/inbox.contract';
import type { SubsequenceRule } from '@skein/contracts/main/subsequence-triggers';
import { readOf } from '@skein/mfe/requests';
import {
  useSubsequenceConversationsQuery,
  useSubsequenceCreateMutation,
  useSubsequenceListQuery,
  useSubsequencePushesQuery,
  useSubsequenceRuleQuery,
  useSubsequenceSaveRuleMutation,
} from './api';

/** Subsequences of a campaign. */
export const useSubsequences = (campaignId: number, isWanted = true) =>
  readOf(useSubsequenceListQuery({ params: { campaignId } }, { skip: !isWanted }));

/** What pushes leads into a subsequence; nothing is asked before there is one. */
export const useSubsequenceRule = (subsequenceId: number | null) =>
  readOf(useSubsequenceRuleQuery({ params: { subsequenceId: subsequenceId ?? 0 } }, { skip: subsequenceId === null }));

/** One page of the leads that met the rule, newest first. */
export const usePushes = (subsequenceId: number, cursor: string | null | undefined, limit: number) =>
  readOf(useSubsequencePushesQuery({ params: { subsequenceId }, query: { limit, ...(cursor ? { cursor } : {}) } }));

/** Creates a subsequence, and saves its rule. Both reject with the server's problem. */
export function useSaveSubsequence() {
  const [create] = useSubsequenceCreateMutation();
  const [saveRule] = useSubsequenceSaveRuleMutation();
  return {
    create: (campaignId: number, body: { name?: string } & Partial<SubsequenceRule>) =>
      create({ params: { campaignId }, body }).unwrap(),
    saveRule: (subsequenceId: number, body: Partial<SubsequenceRule>) =>
      saveRule({ params: { subsequenceId }, body }).unwrap(),
  };
}

type Filter = Pick<
  NonNullable<CallInput<(typeof inboxContract)['endpoints']['listConversations']>['query']>,
  'folder' | 'limit'
>;

/** Conversations of a campaign, read again each minute; less than two letters search nothing. */
export function useConversations(campaignId: number, search: string, filter: Filter) {
  const asked = useSubsequenceConversationsQuery(
    { query: { campaign_ids: [campaignId], ...filter, ...(search.length >= 2 ? { search } : {}) } },
    { pollingInterval: 60_000, skipPollingIfUnfocused: true },
  );
  return readOf(asked);
}

/** How many conversations the tab of replies lists: the list's own number, absences included. */
export const useReplyCount = (campaignId: number, mayRead: boolean): number =>
  useSubsequenceConversationsQuery(
    { query: { campaign_ids: [campaignId], folder: 'replies', limit: 1 } },
    { skip: !mayRead, pollingInterval: 60_000, skipPollingIfUnfocused: true },
  ).data?.total ?? 0;
