import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const fleet = endpointsFrom(fleetContract);

/** What the fleet page asks and changes. */
export const fleetApi = api.injectEndpoints({
  endpoints: (build) => ({
    fleet: fleet.query(build, 'getFleet', { provides: ['mailbox'] }),
    fleetRest: fleet.mutation(build, 'restMailboxes', { invalidates: ['mailbox'] }),
  }),
});

export const { useFleetQuery, useFleetRestMutation } = fleetApi;
