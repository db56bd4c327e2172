import { fleetPlanContract } from '@skein/contracts/main/fleet-plan.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { getFleetPlan, releaseBounceResponse, setFleetRules } from './fleet-plan';

/** The fleet's plan over HTTP. */
export const fleetPlanRoutes = (deps: MainDeps) =>
  routes(fleetPlanContract)(deps, {
    getFleetPlan: (d, { actor }) => getFleetPlan(d, actor),
    setFleetRules: (d, { actor, body }) => setFleetRules(d, actor, body),
    releaseBounceResponse: (d, { actor, params }) => releaseBounceResponse(d, actor, params.bounceResponseId),
  });
