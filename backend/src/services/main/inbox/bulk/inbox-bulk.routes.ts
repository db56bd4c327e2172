import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { changeMatching, undoBulkChange } from './change-matching';

export const inboxBulkRoutes = (deps: MainDeps) =>
  routes(inboxBulkContract)(deps, {
    changeMatching: (d, { actor, body }) => changeMatching(d, actor, body),
    undoBulkChange: (d, { actor, params }) => undoBulkChange(d, actor, params.bulkId),
  });
