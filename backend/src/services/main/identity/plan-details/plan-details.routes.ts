import { createClient } from '@skein/contracts/client';
import { planDetailsContract } from '@skein/contracts/main/plan-details.contract';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import { routes } from '#platform/http/routes';
import { credentialsOf } from '#platform/http/service-deps';
import type { MainDeps } from '#main/deps';

/** Hands on to the subscription service, which decides by the same credentials. */
export const planDetailsRoutes = (deps: MainDeps) => {
  const billing = (request: Request) => createClient(billingContract, deps.callServices(credentialsOf(request)));
  return routes(planDetailsContract)(deps, {
    newPortalSession: (_, { raw }) => billing(raw.req.raw).openPortal({ body: {} }),
    claimChurnBonus: (_, { raw }) => billing(raw.req.raw).takeChurnBonus({ body: {} }),
  });
};
