import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const recent = endpointsFrom(inboxRecentContract);

/** What was done in the inbox within a day, and undoing it. */
export const recentApi = api.injectEndpoints({
  endpoints: (build) => ({
    recentChanges: recent.query(build, 'listRecentChanges', {
      provides: ['thread', 'job', 'task', 'block-list', 'template', 'untracked-reply'],
      keepFor: 0,
    }),
    undoRecentChange: recent.mutation(build, 'undoRecentChange', {
      invalidates: [
        ...(['thread', 'counts', 'job', 'lead', 'campaign', 'task'] as const),
        ...(['block-list', 'template', 'untracked-reply'] as const),
      ],
    }),
  }),
});

export const { useRecentChangesQuery } = recentApi;
