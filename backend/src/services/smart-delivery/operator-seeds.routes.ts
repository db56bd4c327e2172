import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { routes } from '#platform/http/routes';
import type { SmartDeliveryDeps } from './deps';
import * as seeds from './manage-seeds';

export const operatorSeedsRoutes = (deps: SmartDeliveryDeps) =>
  routes(operatorSeedsContract)(deps, {
    listSeeds: () => seeds.listSeeds(deps),
    addSeed: (_, { actor, body }) => seeds.connectSeed(deps, actor.email, body),
    checkSeed: (_, { params }) => seeds.checkSeed(deps, params.placementSeedId),
    setSeedActive: (_, { actor, params, body }) =>
      seeds.switchSeed(deps, actor.email, { id: params.placementSeedId }, body.is_active),
    deleteSeed: (_, { actor, params }) => seeds.removeSeed(deps, actor.email, { id: params.placementSeedId }),
  });
