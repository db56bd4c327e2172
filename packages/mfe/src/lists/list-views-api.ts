import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { api, endpointsFrom } from '../api';

const views = endpointsFrom(listViewsContract);

/** Saved views and table choices of the person who is logged in. */
export const listViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listViews: views.query(build, 'listViews', { provides: ['view'] }),
    saveView: views.mutation(build, 'saveView', { invalidates: ['view'] }),
    changeView: views.mutation(build, 'changeView', { invalidates: ['view'] }),
    deleteView: views.mutation(build, 'deleteView', { invalidates: ['view'] }),
    // Deliberate: it invalidates nothing; this page already shows what it keeps.
    keepChoice: views.mutation(build, 'keepChoice'),
  }),
});

export const { useListViewsQuery, useSaveViewMutation, useChangeViewMutation, useDeleteViewMutation } = listViewsApi;
