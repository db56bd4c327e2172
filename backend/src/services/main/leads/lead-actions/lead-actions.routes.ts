import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { cancelAction, downloadExport, getAction, listActions, startAction } from './start-action';

export const leadActionsRoutes = (deps: MainDeps) =>
  routes(leadActionsContract)(deps, {
    startLeadAction: (d, { actor, body }) => startAction(d, actor, body),
    listLeadActions: (d, { actor, query }) => listActions(d, actor, query),
    getLeadAction: (d, { actor, params }) => getAction(d, actor, params.actionId),
    cancelLeadAction: (d, { actor, params }) => cancelAction(d, actor, params.actionId),
    downloadLeadExport: (d, { actor, params }) => downloadExport(d, actor, params.actionId),
  });
