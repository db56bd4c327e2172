import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const inbox = endpointsFrom(inboxContract);
const blockList = endpointsFrom(blockListContract);
const subsequences = endpointsFrom(subsequencesContract);

/** What the dialogs of a conversation ask and change, and what undoes it. Fetched with them. */
const recordApi = api.injectEndpoints({
  endpoints: (build) => ({
    inboxAddNote: inbox.mutation(build, 'addNote', { invalidates: ['thread'] }),
    inboxAddTask: inbox.mutation(build, 'addTask', { invalidates: ['thread', 'task'] }),
    inboxBlock: blockList.mutation(build, 'addBlockEntries', {
      invalidates: ['block-list', 'thread', 'lead', 'campaign'],
    }),
    inboxUndoBlock: blockList.mutation(build, 'undoBlockEntries', {
      invalidates: ['block-list', 'thread', 'lead', 'campaign'],
    }),
    inboxSubsequences: subsequences.query(build, 'listSubsequences', { provides: ['campaign'] }),
    inboxPush: subsequences.mutation(build, 'pushLeads', { invalidates: ['thread', 'lead', 'campaign'] }),
    inboxUndoPush: subsequences.mutation(build, 'undoPushes', { invalidates: ['thread', 'lead', 'campaign'] }),
  }),
});

export const {
  useInboxAddNoteMutation,
  useInboxAddTaskMutation,
  useInboxBlockMutation,
  useInboxUndoBlockMutation,
  useInboxSubsequencesQuery,
  useInboxPushMutation,
  useInboxUndoPushMutation,
} = recordApi;
