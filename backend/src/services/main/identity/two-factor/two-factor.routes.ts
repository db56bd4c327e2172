import { twoFactorContract } from '@skein/contracts/main/two-factor.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createIdentityLimits } from '../login-limits/login-rate-limits';
import { confirmTwoFactor, getTwoFactor, renewRecoveryCodes, startTwoFactor, switchOffTwoFactor } from './two-factor';

export function twoFactorRoutes(deps: MainDeps) {
  const limits = createIdentityLimits(deps.db);
  return routes(twoFactorContract)(deps, {
    twoFactor: (_, { actor }) => getTwoFactor(deps, actor),
    startTwoFactor: (_, { actor, body }) => startTwoFactor(deps, limits, actor, body.password),
    confirmTwoFactor: (_, { actor, body }) => confirmTwoFactor(deps, limits, actor, body.code),
    renewRecoveryCodes: (_, { actor, body }) => renewRecoveryCodes(deps, limits, actor, body),
    switchOffTwoFactor: (_, { actor, body }) => switchOffTwoFactor(deps, limits, actor, body),
  });
}
