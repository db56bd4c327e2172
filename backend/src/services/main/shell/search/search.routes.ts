import { searchContract } from '@skein/contracts/main/search.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { searchRecords } from './search-records';

export const searchRoutes = (deps: MainDeps) =>
  routes(searchContract)(deps, {
    searchRecords: (d, { actor, query }) => searchRecords(d, actor, query.search),
  });
