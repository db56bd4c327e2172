import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const leads = endpointsFrom(leadsContract);
const categories = endpointsFrom(categoriesContract);

/** What the list of all leads and the page of one lead ask and change. Names begin with `all` or `lead`, as names are unique in the one cache. */
export const leadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    allLeads: leads.query(build, 'listLeads', { provides: ['lead'] }),
    allCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
    leadDetail: leads.query(build, 'getLead', { provides: ['lead'] }),
    leadUpdate: leads.mutation(build, 'updateLead', { invalidates: ['lead', 'thread', 'sequence'] }),
    leadDelete: leads.mutation(build, 'deleteLead', { invalidates: ['lead', 'campaign', 'counts', 'thread'] }),
    leadUnsubscribe: leads.mutation(build, 'unsubscribeLead', { invalidates: ['lead', 'campaign', 'thread', 'block-list'] }),
    leadTimeline: leads.query(build, 'leadTimeline', { provides: ['lead', 'event'] }),
    leadNotes: leads.query(build, 'listNotes', { provides: ['lead'] }),
    leadAddNote: leads.mutation(build, 'addNote', { invalidates: ['lead'] }),
  }),
});

export const {
  useAllLeadsQuery, useAllCategoriesQuery, useLeadDetailQuery, useLeadUpdateMutation, useLeadDeleteMutation, useLeadUnsubscribeMutation, useLeadTimelineQuery, useLeadNotesQuery, useLeadAddNoteMutation,
} = leadsApi;
