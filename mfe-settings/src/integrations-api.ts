import { accountImportsContract } from '@skein/contracts/main/account-imports.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { hubSpotContract } from '@skein/contracts/main/hubspot.contract';
import { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { leadSourcesContract } from '@skein/contracts/main/lead-sources.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const integrations = endpointsFrom(integrationsContract);
const hubspot = endpointsFrom(hubSpotContract);
const sources = endpointsFrom(leadSourcesContract);
const linkedIn = endpointsFrom(linkedInContract);
const webhooks = endpointsFrom(webhooksContract);
const categories = endpointsFrom(categoriesContract);
const lists = endpointsFrom(leadListsContract);
const mailboxes = endpointsFrom(mailboxesContract);
const imports = endpointsFrom(accountImportsContract);

/** What the pages under Integrations ask and change. */
const integrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    integrations: integrations.query(build, 'listIntegrations', { provides: ['integration', 'webhook'] }),
    startOAuth: integrations.mutation(build, 'startOAuth'),
    finishOAuth: integrations.mutation(build, 'finishOAuth', { invalidates: ['integration'] }),
    connectWithKey: integrations.mutation(build, 'connectWithKey', { invalidates: ['integration'] }),
    changeIntegration: integrations.mutation(build, 'changeIntegration', { invalidates: ['integration'] }),
    disconnectIntegration: integrations.mutation(build, 'disconnect', { invalidates: ['integration', 'webhook'] }),
    syncLog: integrations.query(build, 'syncLog', { provides: ['integration'] }),
    retrySync: integrations.mutation(build, 'retrySync', { invalidates: ['integration'] }),
    testIntegration: integrations.mutation(build, 'testIntegration', { invalidates: ['integration'] }),
    slackChannels: integrations.query(build, 'slackChannels', { provides: ['integration'] }),
    moveAlerts: integrations.mutation(build, 'moveAlerts', { invalidates: ['integration', 'webhook'] }),
    createAlert: webhooks.mutation(build, 'createWebhook', { invalidates: ['integration', 'webhook'] }),
    alertCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
    hubSpot: hubspot.query(build, 'readHubSpot', { provides: ['integration'] }),
    saveHubSpot: hubspot.mutation(build, 'saveHubSpot', { invalidates: ['integration'] }),
    hubSpotLists: hubspot.query(build, 'hubSpotLists', { provides: ['integration'] }),
    importHubSpot: hubspot.mutation(build, 'importHubSpot', { invalidates: ['integration', 'lead'] }),
    leadLists: lists.query(build, 'listLeadLists', { provides: ['lead'] }),
    quoteLeadMagic: sources.query(build, 'quoteLeadMagic', { provides: ['integration'] }),
    startLeadMagic: sources.mutation(build, 'startLeadMagic', { invalidates: ['integration'] }),
    linkedInAccounts: linkedIn.query(build, 'listLinkedInAccounts', { provides: ['integration'] }),
    connectLinkedIn: linkedIn.mutation(build, 'connectLinkedInAccount', { invalidates: ['integration'] }),
    reconnectLinkedIn: linkedIn.mutation(build, 'reconnectLinkedInAccount', { invalidates: ['integration'] }),
    linkedInRequests: linkedIn.query(build, 'listLinkedInRequests', { provides: ['integration'] }),
    withdrawRequest: linkedIn.mutation(build, 'withdrawLinkedInRequest', { invalidates: ['integration', 'lead'] }),
    disconnectLinkedIn: linkedIn.mutation(build, 'disconnectLinkedInAccount', { invalidates: ['integration'] }),
    senderAccounts: mailboxes.query(build, 'list', { provides: ['mailbox'] }),
    accountImports: imports.query(build, 'listAccountImports', { provides: ['import', 'mailbox'] }),
    previewAccountImport: imports.mutation(build, 'previewAccountImport'),
    startAccountImport: imports.mutation(build, 'startAccountImport', { invalidates: ['import'] }),
    resumeAccountImport: imports.mutation(build, 'resumeAccountImport', { invalidates: ['import'] }),
    cancelAccountImport: imports.mutation(build, 'cancelAccountImport', { invalidates: ['import'] }),
    linkImportedMailboxes: imports.mutation(build, 'linkImportedMailboxes', { invalidates: ['import', 'campaign'] }),
  }),
});

export const {
  useIntegrationsQuery,
  useStartOAuthMutation,
  useFinishOAuthMutation,
  useConnectWithKeyMutation,
  useChangeIntegrationMutation,
  useDisconnectIntegrationMutation,
  useSyncLogQuery,
  useRetrySyncMutation,
  useTestIntegrationMutation,
  useSlackChannelsQuery,
  useMoveAlertsMutation,
  useCreateAlertMutation,
  useAlertCategoriesQuery,
  useHubSpotQuery,
  useSaveHubSpotMutation,
  useHubSpotListsQuery,
  useImportHubSpotMutation,
  useLeadListsQuery,
  useLazyQuoteLeadMagicQuery,
  useStartLeadMagicMutation,
  useLinkedInAccountsQuery,
  useConnectLinkedInMutation,
  useReconnectLinkedInMutation,
  useLinkedInRequestsQuery,
  useWithdrawRequestMutation,
  useDisconnectLinkedInMutation,
  useSenderAccountsQuery,
  useAccountImportsQuery,
  usePreviewAccountImportMutation,
  useStartAccountImportMutation,
  useResumeAccountImportMutation,
  useCancelAccountImportMutation,
  useLinkImportedMailboxesMutation,
} = integrationsApi;
