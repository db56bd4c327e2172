import { subscriptionContract } from '@skein/contracts/subscription/subscription.contract';
import { planTypes } from '@skein/contracts/constants';
import { planTable } from '@skein/contracts/plan-limits';
import { routes } from '#platform/http/routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { readPlan } from './read-plan';

export const planRoutes = (deps: ServiceDeps) =>
  routes(subscriptionContract)(deps, {
    current: (_, request) => readPlan(deps, request.raw.req.raw),
    plans: async () => ({
      plans: planTypes.map((plan_type) => ({
        plan_type,
        leads: planTable[plan_type].leads,
        emails: planTable[plan_type].emails,
      })),
    }),
  });
