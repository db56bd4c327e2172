import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  addCampaignMailboxes,
  listCampaignMailboxes,
  removeCampaignMailboxes,
  setCampaignMailboxes,
} from './choose-mailboxes';

export const campaignMailboxesRoutes = (deps: MainDeps) =>
  routes(campaignMailboxesContract)(deps, {
    listCampaignMailboxes: (d, { actor, params }) => listCampaignMailboxes(d, actor, params.campaignId),
    setCampaignMailboxes: (d, { actor, params, body }) =>
      setCampaignMailboxes(d, actor, params.campaignId, body.mailbox_ids),
    addCampaignMailboxes: (d, { actor, params, body }) =>
      addCampaignMailboxes(d, actor, params.campaignId, body.mailbox_ids),
    removeCampaignMailboxes: (d, { actor, params, body }) =>
      removeCampaignMailboxes(d, actor, params.campaignId, body.mailbox_ids),
  });
