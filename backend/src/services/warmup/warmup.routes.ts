import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { routes } from '../../platform/http/routes';
import type { ServiceDeps } from '../../platform/http/service-deps';
import {
  checkWarmup,
  getWarmup,
  listWarmup,
  switchWarmup,
  updateWarmup,
  updateWarmupOfMany,
  type ManageDeps,
} from './manage-warmup';

export function warmupRoutes(deps: ServiceDeps) {
  const clock = deps.campaignClock ?? deps.realClock;
  const own: ManageDeps = { db: deps.db, live: deps.live, now: () => clock.now() };
  return routes(warmupContract)(deps, {
    listWarmup: (_, { actor, query }) => listWarmup(own, actor, query.mailbox_ids),
    getWarmup: (_, { actor, params }) => getWarmup(own, actor, params.mailboxId),
    updateWarmup: (_, { actor, params, body }) => updateWarmup(own, actor, params.mailboxId, body),
    checkWarmup: (_, { actor, params }) => checkWarmup(own, actor, params.mailboxId),
    updateWarmupOfMany: (_, { actor, body }) => updateWarmupOfMany(own, actor, body.mailbox_ids, body.settings),
    switchWarmup: (_, { actor, body }) => switchWarmup(own, actor, body.mailbox_ids, body.enabled),
  });
}
