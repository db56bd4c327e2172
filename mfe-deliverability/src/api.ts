import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const placement = endpointsFrom(placementContract);
const campaigns = endpointsFrom(campaignsContract);
const sequences = endpointsFrom(sequencesContract);

/** What the pages of this area ask. Names begin with `placement`, as names are unique in the one cache. */
export const placementApi = api.injectEndpoints({
  endpoints: (build) => ({
    placementChoices: placement.query(build, 'choices', { provides: ['deliverability'] }),
    placementFolders: placement.query(build, 'folders', { provides: ['deliverability'] }),
    placementAddFolder: placement.mutation(build, 'addFolder', { invalidates: ['deliverability'] }),
    placementDeleteFolder: placement.mutation(build, 'deleteFolder', { invalidates: ['deliverability'] }),
    placementTests: placement.query(build, 'tests', { provides: ['deliverability'] }),
    placementAddTest: placement.mutation(build, 'addTest', { invalidates: ['deliverability'] }),
    placementReport: placement.query(build, 'report', { provides: ['deliverability'] }),
    placementStop: placement.mutation(build, 'stop', { invalidates: ['deliverability'] }),
    placementRunAgain: placement.mutation(build, 'runAgain', { invalidates: ['deliverability'] }),
    placementDeleteTest: placement.mutation(build, 'deleteTest', { invalidates: ['deliverability'] }),
    placementCheckAgain: placement.mutation(build, 'checkAgain', { invalidates: ['deliverability'] }),
    placementPublishRecord: placement.mutation(build, 'publishRecord', { invalidates: ['deliverability'] }),
    placementMessage: placement.query(build, 'message', { provides: ['deliverability'] }),
    placementCampaigns: campaigns.query(build, 'listCampaigns', { provides: ['campaign'] }),
    placementSequence: sequences.query(build, 'getSequence', { provides: ['sequence'] }),
    placementPreview: sequences.query(build, 'previewStep', { provides: ['sequence', 'lead', 'mailbox'] }),
    placementInsights: placement.query(build, 'insights', { provides: ['deliverability'] }),
  }),
});

export const {
  usePlacementChoicesQuery,
  usePlacementFoldersQuery,
  usePlacementAddFolderMutation,
  usePlacementDeleteFolderMutation,
  usePlacementTestsQuery,
  usePlacementAddTestMutation,
  usePlacementReportQuery,
  usePlacementStopMutation,
  usePlacementRunAgainMutation,
  usePlacementDeleteTestMutation,
  usePlacementCheckAgainMutation,
  usePlacementPublishRecordMutation,
  usePlacementMessageQuery,
  useLazyPlacementCampaignsQuery,
  usePlacementSequenceQuery,
  usePlacementPreviewQuery,
  usePlacementInsightsQuery,
} = placementApi;
