import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const servers = endpointsFrom(serversContract);

/** What the campaign's tab of dedicated servers asks and changes. */
const dedicatedIpApi = api.injectEndpoints({
  endpoints: (build) => ({
    dedicatedIpCampaign: servers.query(build, 'campaign', { provides: ['server', 'campaign', 'mailbox'] }),
    dedicatedIpMap: servers.mutation(build, 'mapCampaigns', { invalidates: ['server', 'campaign'] }),
    dedicatedIpUnmap: servers.mutation(build, 'unmapCampaign', { invalidates: ['server', 'campaign'] }),
  }),
});

export const { useDedicatedIpCampaignQuery, useDedicatedIpMapMutation, useDedicatedIpUnmapMutation } = dedicatedIpApi;
