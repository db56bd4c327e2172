import { edSubscriptionContract } from '@skein/contracts/ed-subscription/ed-subscription.contract';
import { routes } from '#platform/http/routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import * as subscription from './subscription';

export const edSubscriptionRoutes = (deps: ServiceDeps) =>
  routes(edSubscriptionContract)(deps, {
    readEdSubscription: (_, { actor }) => subscription.readSubscription(deps, actor),
    requestEdSubscription: (_, { actor, body }) => subscription.requestSubscription(deps, actor, body),
    withdrawEdRequest: (_, { actor }) => subscription.withdrawRequest(deps, actor),
    endEdSubscription: (_, { actor }) => subscription.setEnding(deps, actor, true),
    keepEdSubscription: (_, { actor }) => subscription.setEnding(deps, actor, false),
  });
