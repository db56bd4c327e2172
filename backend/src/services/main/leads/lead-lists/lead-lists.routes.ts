import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { addLeads } from '../people/add-leads';
import { createList, deleteList, getList, listLists, updateList } from './lead-lists';

export const leadListsRoutes = (deps: MainDeps) =>
  routes(leadListsContract)(deps, {
    listLeadLists: (d, { actor, query }) => listLists(d, actor, query),
    createLeadList: (d, { actor, body }) => createList(d, actor, body),
    getLeadList: (d, { actor, params }) => getList(d, actor, params.listId),
    updateLeadList: (d, { actor, params, body }) => updateList(d, actor, params.listId, body),
    deleteLeadList: (d, { actor, params }) => deleteList(d, actor, params.listId),
    addToLeadList: (d, { actor, params, body }) =>
      addLeads(d, actor, { campaignId: null, input: body, listId: params.listId }),
  });
