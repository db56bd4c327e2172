import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { listRecentChanges } from './list-recent-changes';
import { undoRecentChange } from './undo-recent-change';

export const inboxRecentRoutes = (deps: MainDeps) =>
  routes(inboxRecentContract)(deps, {
    listRecentChanges: (d, { actor }) => listRecentChanges(d, actor),
    undoRecentChange: (d, { actor, params }) => undoRecentChange(d, actor, params.changeKey),
  });
