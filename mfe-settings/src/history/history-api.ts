import { auditContract } from '@skein/contracts/main/audit.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const audit = endpointsFrom(auditContract);

/** What the change history asks and changes. */
export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    listChanges: audit.query(build, 'listEntries', { provides: ['settings'] }),
    readChange: audit.query(build, 'readEntry', { provides: ['settings'] }),
    historyChoices: audit.query(build, 'readChoices', { provides: ['settings'] }),
    undoChange: audit.mutation(build, 'undoEntry', {
      invalidates: ['settings', 'mailbox', 'webhook', 'client', 'tag', 'category', 'campaign', 'block-list', 'team'],
    }),
    setRetention: audit.mutation(build, 'setRetention', { invalidates: ['settings'] }),
  }),
});
