import { planDetailsContract } from '@skein/contracts/main/plan-details.contract';
import { edSubscriptionContract } from '@skein/contracts/ed-subscription/ed-subscription.contract';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import { workspaceDeletionContract } from '@skein/contracts/main/workspace-deletion.contract';
import { referralsContract } from '@skein/contracts/main/referrals.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const billing = endpointsFrom(billingContract);
const details = endpointsFrom(planDetailsContract);
const referrals = endpointsFrom(referralsContract);
const deliverability = endpointsFrom(edSubscriptionContract);
const deletion = endpointsFrom(workspaceDeletionContract);

/** What the pages of the subscription ask and change. */
const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    billing: billing.query(build, 'readBilling', { provides: ['profile'] }),
    invoices: billing.query(build, 'listInvoices', { provides: ['profile'] }),
    referrals: referrals.query(build, 'readReferrals', { provides: ['profile'] }),
    startCheckout: billing.mutation(build, 'startCheckout'),
    previewChange: billing.mutation(build, 'previewChange'),
    changePlan: billing.mutation(build, 'changePlan', { invalidates: ['profile'] }),
    cancelSubscription: billing.mutation(build, 'cancelSubscription', { invalidates: ['profile'] }),
    resumeSubscription: billing.mutation(build, 'resumeSubscription', { invalidates: ['profile'] }),
    newPortalSession: details.mutation(build, 'newPortalSession'),
    workspaceDeletion: deletion.query(build, 'readDeletion', { provides: ['profile'] }),
    requestDeletion: deletion.mutation(build, 'requestDeletion', { invalidates: ['profile'] }),
    cancelDeletion: deletion.mutation(build, 'cancelDeletion', { invalidates: ['profile'] }),
    edSubscription: deliverability.query(build, 'readEdSubscription', { provides: ['profile'] }),
    requestEdSubscription: deliverability.mutation(build, 'requestEdSubscription', { invalidates: ['profile'] }),
    withdrawEdRequest: deliverability.mutation(build, 'withdrawEdRequest', { invalidates: ['profile'] }),
    endEdSubscription: deliverability.mutation(build, 'endEdSubscription', { invalidates: ['profile'] }),
    keepEdSubscription: deliverability.mutation(build, 'keepEdSubscription', { invalidates: ['profile'] }),
    claimChurnBonus: details.mutation(build, 'claimChurnBonus', { invalidates: ['profile'] }),
  }),
});

export const {
  useBillingQuery,
  useEdSubscriptionQuery,
  useRequestEdSubscriptionMutation,
  useWithdrawEdRequestMutation,
  useEndEdSubscriptionMutation,
  useKeepEdSubscriptionMutation,
  useInvoicesQuery,
  useReferralsQuery,
  useStartCheckoutMutation,
  usePreviewChangeMutation,
  useChangePlanMutation,
  useCancelSubscriptionMutation,
  useResumeSubscriptionMutation,
  useNewPortalSessionMutation,
  useClaimChurnBonusMutation,
  useWorkspaceDeletionQuery,
  useRequestDeletionMutation,
  useCancelDeletionMutation,
} = billingApi;
