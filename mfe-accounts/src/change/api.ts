import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const changes = endpointsFrom(mailboxChangesContract);

/** What changes of many mailboxes ask and do. */
const mailboxChangesApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewMailboxChange: changes.query(build, 'previewMailboxChange', { provides: ['mailbox'], keepFor: 0 }),
    startMailboxChange: changes.mutation(build, 'startMailboxChange', { invalidates: ['mailbox'] }),
    listMailboxChanges: changes.query(build, 'listMailboxChanges', { provides: ['mailbox'] }),
    cancelMailboxChange: changes.mutation(build, 'cancelMailboxChange', { invalidates: ['mailbox', 'counts'] }),
    undoMailboxChange: changes.mutation(build, 'undoMailboxChange', { invalidates: ['mailbox', 'counts', 'tag'] }),
  }),
});

export const {
  usePreviewMailboxChangeQuery,
  useStartMailboxChangeMutation,
  useListMailboxChangesQuery,
  useCancelMailboxChangeMutation,
  useUndoMailboxChangeMutation,
} = mailboxChangesApi;
