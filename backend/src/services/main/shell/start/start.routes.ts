import { startContract } from '@skein/contracts/main/start.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { readStart } from './read-start';

export const startRoutes = (deps: MainDeps) =>
  routes(startContract)(deps, {
    start: (d, { actor }) => readStart(d, actor),
  });
