import { auditContract } from '@skein/contracts/main/audit.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { exportEntries, listEntries, readChoices, readEntry } from './read-entries';
import { setRetention } from './set-retention';
import { undoEntry } from './undo-entry';

export const auditTrailRoutes = (deps: MainDeps) =>
  routes(auditContract)(deps, {
    listEntries: (d, { actor, query }) => listEntries(d, actor, query),
    readChoices: (d, { actor }) => readChoices(d, actor),
    readEntry: (d, { actor, params }) => readEntry(d, actor, params.auditEntryId),
    undoEntry: (d, { actor, params, raw }) => undoEntry(d, actor, params.auditEntryId, raw.req.raw),
    setRetention: (d, { actor, body }) => setRetention(d, actor, body.keep_days),
    exportEntries: async (d, { actor, query }) => exportEntries(d, actor, query),
  });
