import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxClientRulesContract } from '@skein/contracts/main/mailbox-client-rules.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const rules = endpointsFrom(mailboxClientRulesContract);
const changes = endpointsFrom(mailboxChangesContract);

/** What the page of client rules asks and changes. */
const clientRulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listClientRules: rules.query(build, 'listClientRules', { provides: ['mailbox', 'client', 'tag'] }),
    previewClientRule: rules.query(build, 'previewClientRule', { provides: ['mailbox'], keepFor: 0 }),
    addClientRule: rules.mutation(build, 'addClientRule', { invalidates: ['mailbox'] }),
    deleteClientRule: rules.mutation(build, 'deleteClientRule', { invalidates: ['mailbox'] }),
    assignMatching: changes.mutation(build, 'startMailboxChange', { invalidates: ['mailbox'] }),
  }),
});

export const {
  useListClientRulesQuery,
  usePreviewClientRuleQuery,
  useAddClientRuleMutation,
  useDeleteClientRuleMutation,
  useAssignMatchingMutation,
} = clientRulesApi;
