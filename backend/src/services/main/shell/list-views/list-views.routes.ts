import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { changeView, deleteView, keepChoice, listViews, saveView } from './list-views';

export const listViewsRoutes = (deps: MainDeps) =>
  routes(listViewsContract)(deps, {
    listViews: (d, { actor }) => listViews(d, actor),
    saveView: (d, { actor, body }) => saveView(d, actor, body),
    changeView: (d, { actor, params, body }) => changeView(d, actor, params.viewId, body),
    deleteView: (d, { actor, params }) => deleteView(d, actor, params.viewId),
    keepChoice: (d, { actor, params, body }) => keepChoice(d, actor, params.list, body),
  });
