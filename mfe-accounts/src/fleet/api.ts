import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { fleetPlanContract } from '@skein/contracts/main/fleet-plan.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const fleet = endpointsFrom(fleetContract);
const plan = endpointsFrom(fleetPlanContract);

/** What the fleet page asks and changes. */
const fleetApi = api.injectEndpoints({
  endpoints: (build) => ({
    fleet: fleet.query(build, 'getFleet', { provides: ['mailbox'] }),
    fleetRest: fleet.mutation(build, 'restMailboxes', { invalidates: ['mailbox'] }),
    fleetPlan: plan.query(build, 'getFleetPlan', { provides: ['mailbox'] }),
    setFleetRules: plan.mutation(build, 'setFleetRules', { invalidates: ['mailbox'] }),
    releaseResponse: plan.mutation(build, 'releaseBounceResponse', { invalidates: ['mailbox'] }),
  }),
});

export const {
  useFleetQuery,
  useFleetRestMutation,
  useFleetPlanQuery,
  useSetFleetRulesMutation,
  useReleaseResponseMutation,
} = fleetApi;
