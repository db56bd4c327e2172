import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { placementDraftsContract } from '@skein/contracts/smart-delivery/placement-drafts.contract';
import { placementReportsContract } from '@skein/contracts/smart-delivery/placement-reports.contract';
import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const placement = endpointsFrom(placementContract);
const drafts = endpointsFrom(placementDraftsContract);
const reports = endpointsFrom(placementReportsContract);
const seeds = endpointsFrom(seedsContract);
const campaigns = endpointsFrom(campaignsContract);
const sequences = endpointsFrom(sequencesContract);

/** What the pages of this area ask. Names begin with `placement`, as names are unique in the one cache. */
const placementApi = api.injectEndpoints({
  endpoints: (build) => ({
    placementChoices: placement.query(build, 'choices', { provides: ['deliverability'] }),
    placementFolders: placement.query(build, 'folders', { provides: ['deliverability'] }),
    placementAddFolder: placement.mutation(build, 'addFolder', { invalidates: ['deliverability'] }),
    placementDeleteFolder: placement.mutation(build, 'deleteFolder', { invalidates: ['deliverability'] }),
    placementTests: placement.query(build, 'tests', { provides: ['deliverability'] }),
    placementAddTest: placement.mutation(build, 'addTest', { invalidates: ['deliverability'] }),
    placementReport: placement.query(build, 'report', { provides: ['deliverability'] }),
    placementMails: placement.query(build, 'mails', { provides: ['deliverability'] }),
    placementTestSettings: placement.query(build, 'testSettings', { provides: ['deliverability'] }),
    placementChangeTest: placement.mutation(build, 'changeTest', { invalidates: ['deliverability'] }),
    placementStop: placement.mutation(build, 'stop', { invalidates: ['deliverability'] }),
    placementPause: placement.mutation(build, 'pause', { invalidates: ['deliverability'] }),
    placementResume: placement.mutation(build, 'resume', { invalidates: ['deliverability'] }),
    placementLeadShares: placement.query(build, 'leadShares', { provides: ['deliverability', 'lead'] }),
    placementDraft: drafts.query(build, 'draft', { provides: ['deliverability'] }),
    placementAddDraft: drafts.mutation(build, 'addDraft', { invalidates: ['deliverability'] }),
    placementSaveDraft: drafts.mutation(build, 'saveDraft', { invalidates: ['deliverability'] }),
    placementRunAgain: placement.mutation(build, 'runAgain', { invalidates: ['deliverability'] }),
    placementDeleteTest: placement.mutation(build, 'deleteTest', { invalidates: ['deliverability'] }),
    placementCheckAgain: placement.mutation(build, 'checkAgain', { invalidates: ['deliverability'] }),
    placementPublishRecord: placement.mutation(build, 'publishRecord', { invalidates: ['deliverability'] }),
    placementLookNow: placement.mutation(build, 'lookNow', { invalidates: ['deliverability'] }),
    placementCloseRun: placement.mutation(build, 'closeRun', { invalidates: ['deliverability'] }),
    placementComparison: reports.query(build, 'compare', { provides: ['deliverability'] }),
    placementShares: reports.query(build, 'shares', { provides: ['deliverability'] }),
    placementAddShare: reports.mutation(build, 'addShare', { invalidates: ['deliverability'] }),
    placementRevokeShare: reports.mutation(build, 'revokeShare', { invalidates: ['deliverability'] }),
    placementMessage: placement.query(build, 'message', { provides: ['deliverability'] }),
    placementCampaigns: campaigns.query(build, 'listCampaigns', { provides: ['campaign'] }),
    placementSequence: sequences.query(build, 'getSequence', { provides: ['sequence'] }),
    placementPreview: sequences.query(build, 'previewStep', { provides: ['sequence', 'lead', 'mailbox'] }),
    placementSeeds: seeds.query(build, 'ownSeeds', { provides: ['deliverability'] }),
    placementAddSeed: seeds.mutation(build, 'addOwnSeed', { invalidates: ['deliverability'] }),
    placementAddSeeds: seeds.mutation(build, 'addOwnSeeds', { invalidates: ['deliverability'] }),
    placementCheckSeed: seeds.mutation(build, 'checkOwnSeed', { invalidates: ['deliverability'] }),
    placementMailSeedCode: seeds.mutation(build, 'mailOwnSeedCode', { invalidates: ['deliverability'] }),
    placementSetSeedActive: seeds.mutation(build, 'setOwnSeedActive', { invalidates: ['deliverability'] }),
    placementDeleteSeed: seeds.mutation(build, 'deleteOwnSeed', { invalidates: ['deliverability'] }),
    placementInsights: placement.query(build, 'insights', { provides: ['deliverability'] }),
    placementInsightRuns: placement.query(build, 'insightRuns', { provides: ['deliverability'] }),
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
  usePlacementMailsQuery,
  usePlacementTestSettingsQuery,
  usePlacementChangeTestMutation,
  usePlacementStopMutation,
  usePlacementPauseMutation,
  usePlacementResumeMutation,
  usePlacementLeadSharesQuery,
  usePlacementDraftQuery,
  usePlacementAddDraftMutation,
  usePlacementSaveDraftMutation,
  usePlacementRunAgainMutation,
  usePlacementDeleteTestMutation,
  usePlacementCheckAgainMutation,
  usePlacementPublishRecordMutation,
  usePlacementLookNowMutation,
  usePlacementCloseRunMutation,
  usePlacementComparisonQuery,
  usePlacementSharesQuery,
  usePlacementAddShareMutation,
  usePlacementRevokeShareMutation,
  usePlacementMessageQuery,
  useLazyPlacementCampaignsQuery,
  usePlacementSequenceQuery,
  usePlacementPreviewQuery,
  useLazyPlacementPreviewQuery,
  usePlacementSeedsQuery,
  usePlacementAddSeedMutation,
  usePlacementAddSeedsMutation,
  usePlacementCheckSeedMutation,
  usePlacementSetSeedActiveMutation,
  usePlacementDeleteSeedMutation,
  usePlacementMailSeedCodeMutation,
  usePlacementInsightsQuery,
  usePlacementInsightRunsQuery,
} = placementApi;
