import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const signIn = endpointsFrom(mailboxSignInContract);

/** The workspace's own OAuth clients. */
const consentClientsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listConsentClients: signIn.query(build, 'listConsentClients', { provides: ['settings'] }),
    saveConsentClient: signIn.mutation(build, 'saveConsentClient', { invalidates: ['settings', 'mailbox'] }),
    removeConsentClient: signIn.mutation(build, 'removeConsentClient', { invalidates: ['settings', 'mailbox'] }),
  }),
});

export const { useListConsentClientsQuery, useSaveConsentClientMutation, useRemoveConsentClientMutation } =
  consentClientsApi;
