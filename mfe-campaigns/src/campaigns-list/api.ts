import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const campaigns = endpointsFrom(campaignsContract);
const folders = endpointsFrom(foldersContract);
const review = endpointsFrom(reviewContract);

/** What the lists of campaigns and folders ask and change. */
export const campaignsListApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCampaigns: campaigns.query(build, 'listCampaigns', { provides: ['campaign', 'tag', 'folder'] }),
    setCampaignStatuses: campaigns.mutation(build, 'setStatuses', { invalidates: ['campaign', 'counts', 'folder'] }),
    moveCampaigns: campaigns.mutation(build, 'moveCampaigns', { invalidates: ['campaign', 'folder'] }),
    tagCampaigns: campaigns.mutation(build, 'tagCampaigns', { invalidates: ['campaign', 'tag'] }),
    duplicateCampaign: campaigns.mutation(build, 'duplicateCampaign', {
      invalidates: ['campaign', 'counts', 'folder', 'lead'],
    }),
    campaignDeletionEffects: campaigns.query(build, 'deletionEffects', { keepFor: 0 }),
    deleteCampaign: campaigns.mutation(build, 'deleteCampaign', {
      invalidates: ['campaign', 'counts', 'folder', 'lead', 'task', 'thread'],
    }),
    listCampaignTags: campaigns.query(build, 'listTags', { provides: ['tag'] }),
    saveCampaignTag: campaigns.mutation(build, 'saveTag', { invalidates: ['tag'] }),
    explainIdleCampaign: review.query(build, 'explainCampaign', { provides: ['campaign'], keepFor: 0 }),
    listFolders: folders.query(build, 'listFolders', { provides: ['folder', 'campaign'] }),
    createFolder: folders.mutation(build, 'createFolder', { invalidates: ['folder'] }),
    renameFolder: folders.mutation(build, 'renameFolder', { invalidates: ['folder'] }),
    deleteFolder: folders.mutation(build, 'deleteFolder', { invalidates: ['folder', 'campaign'] }),
  }),
});

export const {
  useListCampaignsQuery,
  useSetCampaignStatusesMutation,
  useMoveCampaignsMutation,
  useTagCampaignsMutation,
  useDuplicateCampaignMutation,
  useCampaignDeletionEffectsQuery,
  useDeleteCampaignMutation,
  useListCampaignTagsQuery,
  useSaveCampaignTagMutation,
  useExplainIdleCampaignQuery,
  useListFoldersQuery,
  useCreateFolderMutation,
  useRenameFolderMutation,
  useDeleteFolderMutation,
} = campaignsListApi;
