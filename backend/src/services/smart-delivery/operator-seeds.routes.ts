import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { routes } from '#platform/http/routes';
import type { SmartDeliveryDeps } from './deps';
import * as seeds from './seeds';

export const operatorSeedsRoutes = (deps: SmartDeliveryDeps) => {
  const seedDeps = { ...deps, lookUp: deps.tools.lookUp };
  const keeperOf = ({ email }: { email: string }) => seeds.asOperator(deps, email);
  return routes(operatorSeedsContract)(deps, {
    listSeeds: () => seeds.listSeeds(deps, { workspaceId: null }),
    addSeed: (_, { actor, body }) => seeds.connectSeed(seedDeps, keeperOf(actor), body),
    addSeeds: async (_, { actor, body }) => ({ rows: await seeds.connectSeeds(seedDeps, keeperOf(actor), body.seeds) }),
    checkSeed: (_, { actor, params }) => seeds.checkSeed(deps, keeperOf(actor), params.placementSeedId),
    setSeedActive: (_, { actor, params, body }) =>
      seeds.switchSeed(deps, keeperOf(actor), { id: params.placementSeedId }, body.is_active),
    deleteSeed: (_, { actor, params }) => seeds.removeSeed(deps, keeperOf(actor), { id: params.placementSeedId }),
  });
};
