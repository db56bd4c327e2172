import { clientsContract } from '@skein/contracts/main/clients.contract';
import { serverSubscriptionContract } from '@skein/contracts/main/server-subscription.contract';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const servers = endpointsFrom(serversContract);
const subscription = endpointsFrom(serverSubscriptionContract);
const clients = endpointsFrom(clientsContract);

/** What the pages of dedicated servers ask. Names begin with `servers`, as names are unique in the one cache. */
const serversApi = api.injectEndpoints({
  endpoints: (build) => ({
    serversGroups: servers.query(build, 'groups', { provides: ['server', 'campaign', 'client'] }),
    serversServer: servers.query(build, 'server', { provides: ['server', 'campaign'] }),
    serversChoices: servers.query(build, 'campaignChoices', { provides: ['server', 'campaign'] }),
    serversSubscribe: subscription.mutation(build, 'subscribeServers', { invalidates: ['server'] }),
    serversPay: servers.mutation(build, 'payGroup', { invalidates: ['server'] }),
    serversUpdateGroup: servers.mutation(build, 'updateGroup', { invalidates: ['server'] }),
    serversDeleteGroup: servers.mutation(build, 'deleteGroup', { invalidates: ['server'] }),
    serversMap: servers.mutation(build, 'mapCampaigns', { invalidates: ['server', 'campaign'] }),
    serversUnmap: servers.mutation(build, 'unmapCampaign', { invalidates: ['server', 'campaign'] }),
    serversCheck: servers.mutation(build, 'checkServer', { invalidates: ['server'] }),
    serversRest: servers.mutation(build, 'restServer', { invalidates: ['server'] }),
    serversDelete: servers.mutation(build, 'deleteServer', { invalidates: ['server'] }),
    serversClients: clients.query(build, 'listClients', { provides: ['client'] }),
  }),
});

export const {
  useServersGroupsQuery,
  useServersServerQuery,
  useServersChoicesQuery,
  useServersSubscribeMutation,
  useServersPayMutation,
  useServersUpdateGroupMutation,
  useServersDeleteGroupMutation,
  useServersMapMutation,
  useServersUnmapMutation,
  useServersCheckMutation,
  useServersRestMutation,
  useServersDeleteMutation,
  useServersClientsQuery,
} = serversApi;
