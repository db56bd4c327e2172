import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const subsequences = endpointsFrom(subsequencesContract);
const inbox = endpointsFrom(inboxContract);

/**
 * What the pages of subsequences, and the inbox tab of a campaign, ask and change. Names begin with `subsequence`, as
 * names are unique in the one cache.
 */
const subsequenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    subsequenceList: subsequences.query(build, 'listSubsequences', { provides: ['campaign', 'lead'] }),
    subsequenceCreate: subsequences.mutation(build, 'createSubsequence', { invalidates: ['campaign', 'counts'] }),
    subsequenceRule: subsequences.query(build, 'getRule', { provides: ['campaign', 'lead'] }),
    subsequenceSaveRule: subsequences.mutation(build, 'saveRule', { invalidates: ['campaign'] }),
    subsequencePushes: subsequences.query(build, 'listPushes', { provides: ['campaign', 'lead'] }),
    subsequencePushLeads: subsequences.mutation(build, 'pushLeads', {
      invalidates: ['campaign', 'lead', 'counts', 'thread'],
    }),
    subsequenceConversations: inbox.query(build, 'listConversations', { provides: ['thread', 'campaign'] }),
  }),
});

export const {
  useSubsequenceListQuery,
  useSubsequenceCreateMutation,
  useSubsequenceRuleQuery,
  useSubsequenceSaveRuleMutation,
  useSubsequencePushesQuery,
  useSubsequencePushLeadsMutation,
  useSubsequenceConversationsQuery,
} = subsequenceApi;
