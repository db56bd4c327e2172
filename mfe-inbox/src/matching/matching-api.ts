import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const bulk = endpointsFrom(inboxBulkContract);
const everything = ['job', 'thread', 'counts', 'lead', 'campaign'] as const;

/** Changes of everything that matches: counted, done, followed and undone. Fetched with the dialog or the card. */
const matchingApi = api.injectEndpoints({
  endpoints: (build) => ({
    countMatching: bulk.query(build, 'countMatching', { keepFor: 0 }),
    changeMatching: bulk.mutation(build, 'changeMatching', { invalidates: [...everything] }),
    matchingChange: bulk.query(build, 'getBulkChange', { provides: ['job'] }),
    cancelMatchingChange: bulk.mutation(build, 'cancelBulkChange', { invalidates: [...everything] }),
    undoMatchingChange: bulk.mutation(build, 'undoBulkChange', { invalidates: [...everything] }),
  }),
});

export const {
  useCountMatchingQuery,
  useChangeMatchingMutation,
  useMatchingChangeQuery,
  useCancelMatchingChangeMutation,
  useUndoMatchingChangeMutation,
} = matchingApi;
