import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const signIn = endpointsFrom(mailboxSignInContract);

/** Connecting by signing in with a provider. */
const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    readSignIn: signIn.query(build, 'readSignIn', { provides: ['mailbox'] }),
    startSignIn: signIn.mutation(build, 'startSignIn'),
    finishSignIn: signIn.mutation(build, 'finishSignIn', { invalidates: ['mailbox', 'counts', 'get-started'] }),
    revokeConsent: signIn.mutation(build, 'revokeConsent', { invalidates: ['mailbox', 'counts'] }),
  }),
});

export const { useReadSignInQuery, useStartSignInMutation, useFinishSignInMutation, useRevokeConsentMutation } =
  signInApi;
