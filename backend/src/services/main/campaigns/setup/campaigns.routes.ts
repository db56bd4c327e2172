import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createCampaign } from './create-campaign';
import { deleteCampaign, describeDeletion } from './delete-campaign';
import { duplicateCampaign } from './duplicate-campaign';
import { getCampaign } from '../campaign-views/get-campaign';
import { listCampaigns } from './list-campaigns';
import { deleteTag, listTags, saveTag } from '#labels/labels.api';
import { listEdits, moveCampaigns, tagCampaigns } from './organise-campaigns';
import { saveSchedule } from './save-schedule';
import { setStatus, setStatuses } from './set-status';
import { updateSettings } from './update-settings';

export const campaignsRoutes = (deps: MainDeps) =>
  routes(campaignsContract)(deps, {
    listCampaigns: (d, { actor, query }) => listCampaigns(d, actor, query),
    createCampaign: (d, { actor, body }) => createCampaign(d, actor, body),
    getCampaign: (d, { actor, params }) => getCampaign(d, actor, params.campaignId),
    updateCampaign: (d, { actor, params, body }) => updateSettings(d, actor, params.campaignId, body),
    saveSchedule: (d, { actor, params, body }) => saveSchedule(d, actor, params.campaignId, body),
    setStatus: (d, { actor, params, body }) =>
      setStatus(d, actor, {
        campaignId: params.campaignId,
        action: body.action,
        options: {
          startAt: body.start_at ? new Date(body.start_at) : undefined,
        },
      }),
    setStatuses: (d, { actor, body }) => setStatuses(d, actor, body.campaign_ids, body.action),
    duplicateCampaign: (d, { actor, params, body }) => duplicateCampaign(d, actor, params.campaignId, body),
    deletionEffects: (d, { actor, params }) => describeDeletion(d, actor, params.campaignId),
    deleteCampaign: (d, { actor, params }) => deleteCampaign(d, actor, params.campaignId),
    moveCampaigns: (d, { actor, body }) => moveCampaigns(d, actor, body.campaign_ids, body.folder_id),
    tagCampaigns: (d, { actor, body }) =>
      tagCampaigns(d, actor, {
        campaignIds: body.campaign_ids,
        addTagIds: body.add_tag_ids,
        removeTagIds: body.remove_tag_ids,
      }),
    listEdits: (d, { actor, params, query }) => listEdits(d, actor, params.campaignId, query),
    listTags: (d, { actor }) => listTags(d, actor),
    saveTag: (d, { actor, body }) => saveTag(d, actor, body),
    deleteTag: (d, { actor, params }) => deleteTag(d, actor, params.tagId),
  });
