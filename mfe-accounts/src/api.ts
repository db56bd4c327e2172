import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const mailboxes = endpointsFrom(mailboxesContract);
const campaigns = endpointsFrom(campaignsContract);
const campaignMailboxes = endpointsFrom(campaignMailboxesContract);
const review = endpointsFrom(reviewContract);
const warmup = endpointsFrom(warmupContract);
const sandbox = endpointsFrom(sandboxContract);
const clients = endpointsFrom(clientsContract);

/** What the pages of this area ask and change. */
export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMailboxes: mailboxes.query(build, 'list', { provides: ['mailbox', 'tag'] }),
    getMailbox: mailboxes.query(build, 'get', { provides: ['mailbox', 'tag'] }),
    testConnection: mailboxes.mutation(build, 'test'),
    connectMailbox: mailboxes.mutation(build, 'create', { invalidates: ['mailbox', 'counts', 'get-started'] }),
    connectByOauth: mailboxes.mutation(build, 'createOauth', { invalidates: ['mailbox', 'counts', 'get-started'] }),
    updateMailbox: mailboxes.mutation(build, 'update', { invalidates: ['mailbox'] }),
    reconnectMailbox: mailboxes.mutation(build, 'reconnect', { invalidates: ['mailbox', 'counts', 'get-started'] }),
    checkDns: mailboxes.mutation(build, 'checkDns', { invalidates: ['mailbox'] }),
    suspendMailboxes: mailboxes.mutation(build, 'suspendMany', { invalidates: ['mailbox', 'counts'] }),
    tagMailboxes: mailboxes.mutation(build, 'tagMany', { invalidates: ['mailbox', 'tag'] }),
    removeMailbox: mailboxes.mutation(build, 'remove', { invalidates: ['mailbox', 'counts', 'campaign'] }),
    campaignsOfMailbox: mailboxes.query(build, 'campaigns', { provides: ['mailbox', 'campaign'] }),
    leaveCampaign: campaignMailboxes.mutation(build, 'removeCampaignMailboxes', {
      invalidates: ['mailbox', 'campaign'],
    }),
    sandboxServers: sandbox.query(build, 'servers', { provides: ['mailbox'] }),
    explainMailbox: review.query(build, 'explainMailbox', { keepFor: 0 }),
    listWarmup: warmup.query(build, 'listWarmup', { provides: ['warmup'] }),
    getWarmup: warmup.query(build, 'getWarmup', { provides: ['warmup'] }),
    updateWarmup: warmup.mutation(build, 'updateWarmup', { invalidates: ['warmup', 'mailbox', 'get-started'] }),
    checkWarmup: warmup.mutation(build, 'checkWarmup', { invalidates: ['warmup'] }),
    mailUnblockCode: warmup.mutation(build, 'mailUnblockCode', { invalidates: ['warmup'] }),
    unblockWarmup: warmup.mutation(build, 'unblockWarmup', { invalidates: ['warmup', 'mailbox'] }),
    switchWarmup: warmup.mutation(build, 'switchWarmup', { invalidates: ['warmup', 'mailbox', 'get-started'] }),
    listMailboxTags: campaigns.query(build, 'listTags', { provides: ['tag'] }),
    mailboxClients: clients.query(build, 'listClients', { provides: ['client'] }),
    saveMailboxTag: campaigns.mutation(build, 'saveTag', { invalidates: ['tag'] }),
  }),
});

export const {
  useListMailboxesQuery,
  useGetMailboxQuery,
  useTestConnectionMutation,
  useConnectMailboxMutation,
  useConnectByOauthMutation,
  useUpdateMailboxMutation,
  useReconnectMailboxMutation,
  useCheckDnsMutation,
  useSuspendMailboxesMutation,
  useTagMailboxesMutation,
  useRemoveMailboxMutation,
  useCampaignsOfMailboxQuery,
  useLeaveCampaignMutation,
  useListWarmupQuery,
  useGetWarmupQuery,
  useUpdateWarmupMutation,
  useCheckWarmupMutation,
  useMailUnblockCodeMutation,
  useUnblockWarmupMutation,
  useSwitchWarmupMutation,
  useExplainMailboxQuery,
  useListMailboxTagsQuery,
  useMailboxClientsQuery,
  useSaveMailboxTagMutation,
  useSandboxServersQuery,
} = accountsApi;
