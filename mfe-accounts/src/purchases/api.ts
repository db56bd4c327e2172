import { clientsContract } from '@skein/contracts/main/clients.contract';
import { signedUploadsContract } from '@skein/contracts/main/signed-uploads.contract';
import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const purchases = endpointsFrom(purchasesContract);
const clients = endpointsFrom(clientsContract);
const uploads = endpointsFrom(signedUploadsContract);
const changes = { invalidates: ['purchase'] as const };

/** What the pages about purchases ask and change. */
const purchasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    purchaseOffers: purchases.query(build, 'offers', { keepFor: 60 }),
    searchDomains: purchases.query(build, 'searchDomains', { keepFor: 60 }),
    generateMailboxes: purchases.mutation(build, 'generateMailboxes'),
    purchaseClients: clients.query(build, 'listClients', { provides: ['client'] }),
    signSenderPicture: uploads.mutation(build, 'asset'),
    placeOrder: purchases.mutation(build, 'placeOrder', changes),
    listOrders: purchases.query(build, 'listOrders', { provides: ['purchase'] }),
    getOrder: purchases.query(build, 'getOrder', { provides: ['purchase'] }),
    payOrder: purchases.mutation(build, 'payOrder', changes),
    cancelOrder: purchases.mutation(build, 'cancelOrder', changes),
    retryDomain: purchases.mutation(build, 'retryDomain', changes),
    refundDomain: purchases.mutation(build, 'refundDomain', changes),
    retryMailbox: purchases.mutation(build, 'retryMailbox', changes),
    refundMailbox: purchases.mutation(build, 'refundMailbox', changes),
    listPurchasedMailboxes: purchases.query(build, 'listPurchasedMailboxes', { provides: ['purchase'] }),
    listPurchasedDomains: purchases.query(build, 'listPurchasedDomains', { provides: ['purchase'] }),
    purchaseSummary: purchases.query(build, 'summary', { provides: ['purchase'] }),
    checkDomain: purchases.mutation(build, 'checkDomain', changes),
    publishDomain: purchases.mutation(build, 'publishDomain', changes),
    changeDomain: purchases.mutation(build, 'changeDomain', changes),
    renewDomain: purchases.mutation(build, 'renewDomain', changes),
    cancelMailbox: purchases.mutation(build, 'cancelMailbox', changes),
  }),
});

export const {
  usePurchaseOffersQuery,
  useSearchDomainsQuery,
  useGenerateMailboxesMutation,
  usePurchaseClientsQuery,
  useSignSenderPictureMutation,
  usePlaceOrderMutation,
  useListOrdersQuery,
  useGetOrderQuery,
  usePayOrderMutation,
  useCancelOrderMutation,
  useRetryDomainMutation,
  useRefundDomainMutation,
  useRetryMailboxMutation,
  useRefundMailboxMutation,
  useListPurchasedMailboxesQuery,
  useListPurchasedDomainsQuery,
  usePurchaseSummaryQuery,
  useCheckDomainMutation,
  usePublishDomainMutation,
  useChangeDomainMutation,
  useRenewDomainMutation,
  useCancelMailboxMutation,
} = purchasesApi;
