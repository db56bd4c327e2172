import { warmupPolicyContract } from '@skein/contracts/warmup/warmup-policy.contract';
import { routes } from '#platform/http/routes';
import type { WarmupDeps } from './deps';
import { getPolicy, updatePolicy } from './warmup-policy';
import type { ManageDeps } from './warmup-settings';

export function warmupPolicyRoutes(deps: WarmupDeps) {
  const clock = deps.campaignClock ?? deps.realClock;
  const own: ManageDeps = { db: deps.db, live: deps.live, now: () => clock.now() };
  return routes(warmupPolicyContract)(deps, {
    getPolicy: (_, { actor }) => getPolicy(own, actor),
    updatePolicy: (_, { actor, body }) => updatePolicy(own, actor, body),
  });
}
