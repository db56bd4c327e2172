import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { routes } from '#platform/http/routes';
import type { SmartDeliveryDeps } from './deps';
import * as seeds from './manage-seeds';

export const operatorSeedsRoutes = (deps: SmartDeliveryDeps) => {
  const seedDeps = { ...deps, lookUp: deps.tools.lookUp };
  return routes(operatorSeedsContract)(deps, {
    listSeeds: () => seeds.listSeeds(deps),
    addSeed: (_, { actor, body }) => seeds.connectSeed(seedDeps, actor.email, body),
    addSeeds: async (_, { actor, body }) => ({ rows: await seeds.connectSeeds(seedDeps, actor.email, body.seeds) }),
    checkSeed: (_, { params }) => seeds.checkSeed(deps, params.placementSeedId),
    setSeedActive: (_, { actor, params, body }) =>
      seeds.switchSeed(deps, actor.email, { id: params.placementSeedId }, body.is_active),
    deleteSeed: (_, { actor, params }) => seeds.removeSeed(deps, actor.email, { id: params.placementSeedId }),
  });
};
