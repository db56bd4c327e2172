import { subscriptionContract } from '@skein/contracts/subscription/subscription.contract';
import { planQuotas, planTypes } from '@skein/contracts/constants';
import { routes } from '../../../../platform/http/routes';
import type { ServiceDeps } from '../../../../platform/http/service-deps';
import { readPlan } from './read-plan';

export const planRoutes = (deps: ServiceDeps) =>
  routes(subscriptionContract)(deps, {
    current: (_, request) => readPlan(deps, request.raw.req.raw),
    plans: async () => ({ plans: planTypes.map((plan_type) => ({ plan_type, ...planQuotas[plan_type] })) }),
  });
