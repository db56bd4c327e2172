import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { routes } from '#platform/http/routes';
import type { WarmupDeps } from './deps';
import { checkWarmup } from './look-again';
import { getWarmup, listWarmup, switchWarmup, updateWarmup, updateWarmupOfMany } from './warmup-settings';
import { mailUnblockCode, unblockWarmup, type UnblockDeps } from './unblock-warmup';

export function warmupRoutes(deps: WarmupDeps) {
  const clock = deps.campaignClock ?? deps.realClock;
  const own: UnblockDeps = {
    codes: deps.codes,
    db: deps.db,
    live: deps.live,
    now: () => clock.now(),
    realNow: () => deps.realClock.now(),
  };
  return routes(warmupContract)(deps, {
    listWarmup: (_, { actor, query }) => listWarmup(own, actor, query.mailbox_ids),
    getWarmup: (_, { actor, params }) => getWarmup(own, actor, params.mailboxId),
    updateWarmup: (_, { actor, params, body }) => updateWarmup(own, actor, params.mailboxId, body),
    checkWarmup: (_, { actor, params }) => checkWarmup({ ...own, resolver: deps.resolver }, actor, params.mailboxId),
    updateWarmupOfMany: (_, { actor, body }) => updateWarmupOfMany(own, actor, body.mailbox_ids, body.settings),
    mailUnblockCode: (_, { actor, params }) => mailUnblockCode(own, actor, params.mailboxId),
    unblockWarmup: (_, { actor, params, body }) => unblockWarmup(own, actor, params.mailboxId, body.code),
    switchWarmup: (_, { actor, body }) => switchWarmup(own, actor, body.mailbox_ids, body.enabled),
  });
}
