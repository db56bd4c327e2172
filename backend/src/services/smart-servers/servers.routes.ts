import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { routes } from '#platform/http/routes';
import type { SmartServersDeps } from './deps';
import * as servers from './server-groups';
import * as orders from './order-servers';
import * as campaigns from './map-campaigns';

export const serversRoutes = (deps: SmartServersDeps) =>
  routes(serversContract)(deps, {
    groups: (_, { actor }) => servers.listGroups(deps, actor),
    addGroup: (_, { actor, body }) => orders.orderGroup(deps, actor, body),
    updateGroup: (_, { actor, params, body }) => servers.changeGroup(deps, actor, params.serverGroupId, body),
    addServers: (_, { actor, params, body }) => orders.orderMore(deps, actor, params.serverGroupId, body.servers),
    payGroup: (_, { actor, params }) => orders.payGroup(deps, actor, params.serverGroupId),
    deleteGroup: (_, { actor, params }) => servers.removeGroup(deps, actor, params.serverGroupId),
    mapCampaigns: (_, { actor, params, body }) =>
      campaigns.mapCampaigns(deps, actor, params.serverGroupId, body.campaign_ids),
    unmapCampaign: (_, { actor, params }) =>
      campaigns.unmapCampaign(deps, actor, params.serverGroupId, params.campaignId),
    campaignChoices: (_, { actor }) => campaigns.listChoices(deps, actor),
    campaign: (_, { actor, params }) => campaigns.readCampaign(deps, actor, params.campaignId),
    server: (_, { actor, params }) => servers.readServer(deps, actor, params.dedicatedServerId),
    checkServer: (_, { actor, params }) => servers.checkServer(deps, actor, params.dedicatedServerId),
    restServer: (_, { actor, params, body }) => servers.restServer(deps, actor, params.dedicatedServerId, body.hours),
    deleteServer: (_, { actor, params }) => servers.removeServer(deps, actor, params.dedicatedServerId),
  });
