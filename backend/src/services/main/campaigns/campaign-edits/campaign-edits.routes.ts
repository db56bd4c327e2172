import { campaignEditsContract } from '@skein/contracts/main/campaign-edits.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { listCampaignVersions, restoreCampaignVersion } from './campaign-versions';
import { effectOfEdit } from './effect-of-edit';

export const campaignEditsRoutes = (deps: MainDeps) =>
  routes(campaignEditsContract)(deps, {
    editEffect: (d, { actor, params, body }) => effectOfEdit(d, actor, params.campaignId, body),
    listCampaignVersions: (d, { actor, params }) => listCampaignVersions(d, actor, params.campaignId),
    restoreCampaignVersion: (d, { actor, params, body }) => restoreCampaignVersion(d, actor, params.campaignId, body),
  });
