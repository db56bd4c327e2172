import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { authContract } from '@skein/contracts/main/auth.contract';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { blockUploadsContract } from '@skein/contracts/main/block-uploads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { twoFactorContract } from '@skein/contracts/main/two-factor.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const identity = endpointsFrom(authContract);
const addressChange = endpointsFrom(addressChangeContract);
const twoFactor = endpointsFrom(twoFactorContract);
const webhooks = endpointsFrom(webhooksContract);
const campaigns = endpointsFrom(campaignsContract);
const categories = endpointsFrom(categoriesContract);
const team = endpointsFrom(teamContract);
const blockList = endpointsFrom(blockListContract);
const blockUploads = endpointsFrom(blockUploadsContract);
const aiWriting = endpointsFrom(aiWritingContract);

/** What the pages of this area ask and change. */
const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: identity.query(build, 'sessions', { provides: ['session'] }),
    endSession: identity.mutation(build, 'endSession', { invalidates: ['session'] }),
    endAllSessions: identity.mutation(build, 'logoutEverywhere', { invalidates: ['session'] }),
    mailPasswordLink: identity.mutation(build, 'forgotPassword'),
    mailCode: identity.mutation(build, 'regenerateOtp'),
    addressChange: addressChange.query(build, 'readAddressChange', { provides: ['profile'] }),
    startAddressChange: addressChange.mutation(build, 'startAddressChange', { invalidates: ['profile'] }),
    withdrawAddressChange: addressChange.mutation(build, 'withdrawAddressChange', { invalidates: ['profile'] }),
    twoFactor: twoFactor.query(build, 'twoFactor', { provides: ['session'] }),
    startTwoFactor: twoFactor.mutation(build, 'startTwoFactor'),
    confirmTwoFactor: twoFactor.mutation(build, 'confirmTwoFactor', { invalidates: ['session'] }),
    renewRecoveryCodes: twoFactor.mutation(build, 'renewRecoveryCodes', { invalidates: ['session'] }),
    switchOffTwoFactor: twoFactor.mutation(build, 'switchOffTwoFactor', { invalidates: ['session'] }),
    listApiKeys: identity.query(build, 'apiKeys', { provides: ['api-key'] }),
    createApiKey: identity.mutation(build, 'createApiKey', { invalidates: ['api-key'] }),
    revealApiKey: identity.mutation(build, 'revealApiKey'),
    rotateApiKey: identity.mutation(build, 'rotateApiKey', { invalidates: ['api-key'] }),
    deleteApiKey: identity.mutation(build, 'deleteApiKey', { invalidates: ['api-key'] }),
    aiKey: aiWriting.query(build, 'readAiKey', { provides: ['integration'] }),
    aiModels: aiWriting.query(build, 'listAiModels', { provides: ['integration'] }),
    saveAiKey: aiWriting.mutation(build, 'saveAiKey', { invalidates: ['integration'] }),
    sandboxWriter: aiWriting.mutation(build, 'useSandboxWriter', { invalidates: ['integration'] }),
    deleteAiKey: aiWriting.mutation(build, 'deleteAiKey', { invalidates: ['integration'] }),
    inviteMember: team.mutation(build, 'invite', { invalidates: ['team'] }),
    inviteMemberAgain: team.mutation(build, 'inviteAgain', { invalidates: ['team'] }),
    removeMember: team.mutation(build, 'removeMember', { invalidates: ['team'] }),
    readAssignments: team.query(build, 'readAssignments', { provides: ['team'] }),
    assignWork: team.mutation(build, 'assign', { invalidates: ['team'] }),
    listAssignable: team.query(build, 'listAssignable', { provides: ['campaign', 'client', 'mailbox'] }),
    listWebhooks: webhooks.query(build, 'listWebhooks', { provides: ['webhook'] }),
    createWebhook: webhooks.mutation(build, 'createWebhook', { invalidates: ['webhook'] }),
    updateWebhook: webhooks.mutation(build, 'updateWebhook', { invalidates: ['webhook'] }),
    deleteWebhook: webhooks.mutation(build, 'deleteWebhook', { invalidates: ['webhook'] }),
    rotateWebhookSecret: webhooks.mutation(build, 'rotateSecret', { invalidates: ['webhook'] }),
    testWebhook: webhooks.mutation(build, 'testWebhook', { invalidates: ['webhook'] }),
    listDeliveries: webhooks.query(build, 'listDeliveries', { provides: ['webhook'] }),
    replayDelivery: webhooks.mutation(build, 'replayDelivery', { invalidates: ['webhook'] }),
    replayFailed: webhooks.mutation(build, 'replayRange', { invalidates: ['webhook'] }),
    listCampaignNames: campaigns.query(build, 'listCampaigns', { provides: ['campaign'] }),
    listTags: campaigns.query(build, 'listTags', { provides: ['tag'] }),
    saveTag: campaigns.mutation(build, 'saveTag', { invalidates: ['tag', 'campaign', 'mailbox'] }),
    deleteTag: campaigns.mutation(build, 'deleteTag', { invalidates: ['tag', 'campaign', 'mailbox'] }),
    listLeadCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
    createCategory: categories.mutation(build, 'createCategory', { invalidates: ['category'] }),
    updateCategory: categories.mutation(build, 'updateCategory', { invalidates: ['category'] }),
    deleteCategory: categories.mutation(build, 'deleteCategory', { invalidates: ['category', 'lead', 'thread'] }),
    listBlockEntries: blockList.query(build, 'listBlockEntries', { provides: ['block-list'] }),
    addBlockEntries: blockList.mutation(build, 'addBlockEntries', { invalidates: ['block-list', 'lead', 'campaign'] }),
    removeBlockEntry: blockList.mutation(build, 'removeBlockEntry', { invalidates: ['block-list'] }),
    listBlockUploads: blockUploads.query(build, 'listBlockUploads', { provides: ['block-list'] }),
    getBlockUpload: blockUploads.query(build, 'getBlockUpload', { provides: ['block-list'] }),
    findBlockUpload: blockUploads.query(build, 'findBlockUpload', { provides: ['block-list'] }),
    detectBlockUpload: blockUploads.mutation(build, 'detectBlockUpload', { invalidates: ['block-list'] }),
    startBlockUpload: blockUploads.mutation(build, 'startBlockUpload', { invalidates: ['block-list'] }),
    cancelBlockUpload: blockUploads.mutation(build, 'cancelBlockUpload', { invalidates: ['block-list'] }),
    blockUndoEffects: blockUploads.query(build, 'blockUndoEffects', { provides: ['block-list'] }),
    undoBlockUpload: blockUploads.mutation(build, 'undoBlockUpload', { invalidates: ['block-list'] }),
  }),
});

export const {
  useListSessionsQuery,
  useEndSessionMutation,
  useEndAllSessionsMutation,
  useMailPasswordLinkMutation,
  useMailCodeMutation,
  useAddressChangeQuery,
  useStartAddressChangeMutation,
  useWithdrawAddressChangeMutation,
  useTwoFactorQuery,
  useStartTwoFactorMutation,
  useConfirmTwoFactorMutation,
  useRenewRecoveryCodesMutation,
  useSwitchOffTwoFactorMutation,
  useListApiKeysQuery,
  useCreateApiKeyMutation,
  useRevealApiKeyMutation,
  useRotateApiKeyMutation,
  useDeleteApiKeyMutation,
  useAiKeyQuery,
  useAiModelsQuery,
  useSaveAiKeyMutation,
  useSandboxWriterMutation,
  useDeleteAiKeyMutation,
  useInviteMemberMutation,
  useInviteMemberAgainMutation,
  useRemoveMemberMutation,
  useReadAssignmentsQuery,
  useAssignWorkMutation,
  useListAssignableQuery,
  useListWebhooksQuery,
  useCreateWebhookMutation,
  useUpdateWebhookMutation,
  useDeleteWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
  useListDeliveriesQuery,
  useReplayDeliveryMutation,
  useReplayFailedMutation,
  useLazyListCampaignNamesQuery,
  useListTagsQuery,
  useSaveTagMutation,
  useDeleteTagMutation,
  useListLeadCategoriesQuery,
  useCreateCategoryMutation,
  useUpdateCategoryMutation,
  useDeleteCategoryMutation,
  useListBlockEntriesQuery,
  useAddBlockEntriesMutation,
  useRemoveBlockEntryMutation,
  useListBlockUploadsQuery,
  useGetBlockUploadQuery,
  useFindBlockUploadQuery,
  useDetectBlockUploadMutation,
  useStartBlockUploadMutation,
  useCancelBlockUploadMutation,
  useBlockUndoEffectsQuery,
  useUndoBlockUploadMutation,
} = settingsApi;
