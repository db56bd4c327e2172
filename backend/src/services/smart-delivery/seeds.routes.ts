import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import { routes } from '#platform/http/routes';
import type { SmartDeliveryDeps } from './deps';
import * as seeds from './seeds';
import { asWorkspace, connectOwnSeed, connectOwnSeeds, mailOwnSeedCode } from './own-seeds';

export const seedsRoutes = (deps: SmartDeliveryDeps) =>
  routes(seedsContract)(deps, {
    ownSeeds: (_, { actor }) => seeds.listSeeds(deps, asWorkspace(deps, actor)),
    addOwnSeed: (_, { actor, body }) => connectOwnSeed(deps, actor, body),
    addOwnSeeds: async (_, { actor, body }) => ({ rows: await connectOwnSeeds(deps, actor, body.seeds) }),
    checkOwnSeed: (_, { actor, params }) => seeds.checkSeed(deps, asWorkspace(deps, actor), params.placementSeedId),
    mailOwnSeedCode: (_, { actor, params }) => mailOwnSeedCode(deps, actor, params.placementSeedId),
    setOwnSeedActive: (_, { actor, params, body }) =>
      seeds.switchSeed(deps, asWorkspace(deps, actor), { id: params.placementSeedId }, body.is_active),
    deleteOwnSeed: (_, { actor, params }) =>
      seeds.removeSeed(deps, asWorkspace(deps, actor), { id: params.placementSeedId }),
  });
