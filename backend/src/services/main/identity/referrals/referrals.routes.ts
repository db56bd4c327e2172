import { referralsContract } from '@skein/contracts/main/referrals.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { readReferrals } from './read-referrals';

export const referralsRoutes = (deps: MainDeps) =>
  routes(referralsContract)(deps, { readReferrals: (d, { actor }) => readReferrals(d, actor) });
