import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  cancelInboxChange,
  countInboxChange,
  getInboxChange,
  listInboxChanges,
  startInboxChange,
  undoInboxChange,
} from './start-inbox-change';

export const inboxBulkRoutes = (deps: MainDeps) =>
  routes(inboxBulkContract)(deps, {
    countMatching: (d, { actor, body }) => countInboxChange(d, actor, body),
    changeMatching: (d, { actor, body }) => startInboxChange(d, actor, body),
    listBulkChanges: (d, { actor, query }) => listInboxChanges(d, actor, query),
    getBulkChange: (d, { actor, params }) => getInboxChange(d, actor, params.bulkId),
    cancelBulkChange: (d, { actor, params }) => cancelInboxChange(d, actor, params.bulkId),
    undoBulkChange: (d, { actor, params }) => undoInboxChange(d, actor, params.bulkId),
  });
