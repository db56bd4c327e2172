import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import { routes } from '#platform/http/routes';
import type { SmartDeliveryDeps } from './deps';
import * as seeds from './manage-seeds';
import { asWorkspace, connectOwnSeed } from './own-seeds';

export const seedsRoutes = (deps: SmartDeliveryDeps) =>
  routes(seedsContract)(deps, {
    ownSeeds: (_, { actor }) => seeds.listSeeds(deps, asWorkspace(actor)),
    addOwnSeed: (_, { actor, body }) => connectOwnSeed(deps, actor, body),
    checkOwnSeed: (_, { actor, params }) => seeds.checkSeed(deps, asWorkspace(actor), params.placementSeedId),
    setOwnSeedActive: (_, { actor, params, body }) =>
      seeds.switchSeed(deps, asWorkspace(actor), { id: params.placementSeedId }, body.is_active),
    deleteOwnSeed: (_, { actor, params }) => seeds.removeSeed(deps, asWorkspace(actor), { id: params.placementSeedId }),
  });
