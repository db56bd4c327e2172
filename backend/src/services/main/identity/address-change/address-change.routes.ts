import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createIdentityLimits } from '../login-limits/login-rate-limits';
import { confirmAddressChange } from './confirm-address-change';
import { readAddressChange, startAddressChange, withdrawAddressChange } from './start-address-change';

export function addressChangeRoutes(deps: MainDeps) {
  const limits = createIdentityLimits(deps.db);
  return routes(addressChangeContract)(deps, {
    readAddressChange: (d, { actor }) => readAddressChange(d, actor),
    startAddressChange: (d, { actor, body }) => startAddressChange(d, limits, actor, body),
    withdrawAddressChange: (d, { actor }) => withdrawAddressChange(d, actor),
    confirmAddressChange: (d, request) => confirmAddressChange(d, limits, request.body.uuid, request),
  });
}
