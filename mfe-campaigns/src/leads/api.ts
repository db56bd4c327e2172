import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { verificationContract } from '@skein/contracts/main/verification.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const leads = endpointsFrom(leadsContract);
const campaigns = endpointsFrom(campaignsContract);
const categories = endpointsFrom(categoriesContract);
const lists = endpointsFrom(leadListsContract);
const actions = endpointsFrom(leadActionsContract);
const tasks = endpointsFrom(tasksContract);
const leadTasks = endpointsFrom(leadTasksContract);
const verification = endpointsFrom(verificationContract);

/**
 * What the list of all leads and the page of one lead ask and change. Names begin with `all` or `lead`, as names are
 * unique in the one cache.
 */
const leadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    allLeads: leads.query(build, 'listLeads', { provides: ['lead'] }),
    allCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
    leadDetail: leads.query(build, 'getLead', { provides: ['lead'] }),
    leadUpdate: leads.mutation(build, 'updateLead', { invalidates: ['lead', 'thread', 'sequence'] }),
    leadDelete: leads.mutation(build, 'deleteLead', { invalidates: ['lead', 'campaign', 'counts', 'thread', 'task'] }),
    leadUnsubscribe: leads.mutation(build, 'unsubscribeLead', {
      invalidates: ['lead', 'campaign', 'thread', 'block-list'],
    }),
    leadTimeline: leads.query(build, 'leadTimeline', { provides: ['lead', 'event'] }),
    leadNotes: leads.query(build, 'listNotes', { provides: ['lead'] }),
    leadAddNote: leads.mutation(build, 'addNote', { invalidates: ['lead'] }),
    leadRemoveNote: leads.mutation(build, 'removeNote', { invalidates: ['lead', 'thread'] }),
    leadTag: leads.mutation(build, 'tagLead', { invalidates: ['lead', 'tag'] }),
    leadMerge: leads.mutation(build, 'mergeLead', { invalidates: ['lead', 'campaign', 'counts', 'thread', 'task'] }),
    leadEraseEffects: leads.query(build, 'eraseEffects', { keepFor: 0 }),
    leadErase: leads.mutation(build, 'eraseLead', {
      invalidates: ['lead', 'campaign', 'counts', 'thread', 'block-list', 'task'],
    }),
    leadTasks: leadTasks.query(build, 'listLeadTasks', { provides: ['task'] }),
    leadAddTask: leadTasks.mutation(build, 'createLeadTask', { invalidates: ['task', 'lead'] }),
    leadChangeTask: leadTasks.mutation(build, 'changeLeadTask', { invalidates: ['task', 'lead'] }),
    leadDeleteTask: leadTasks.mutation(build, 'deleteLeadTask', { invalidates: ['task', 'lead'] }),
    allTasks: tasks.query(build, 'listTasks', { provides: ['task'] }),
    taskGroups: tasks.query(build, 'groupTasks', { provides: ['task'] }),
    allReminders: leadTasks.query(build, 'listReminders', { provides: ['thread', 'task'] }),
    leadCompleteTask: tasks.mutation(build, 'completeTask', { invalidates: ['task', 'lead', 'campaign'] }),
    allCampaignsForLeads: campaigns.query(build, 'listCampaigns', { provides: ['campaign'], keepFor: 30 }),
    leadLists: lists.query(build, 'listLeadLists', { provides: ['lead'] }),
    leadList: lists.query(build, 'getLeadList', { provides: ['lead'] }),
    leadListCreate: lists.mutation(build, 'createLeadList', { invalidates: ['lead'] }),
    leadListUpdate: lists.mutation(build, 'updateLeadList', { invalidates: ['lead'] }),
    leadListDelete: lists.mutation(build, 'deleteLeadList', { invalidates: ['lead'] }),
    leadListAdd: lists.mutation(build, 'addToLeadList', { invalidates: ['lead', 'counts'] }),
    leadAct: actions.mutation(build, 'startLeadAction', { invalidates: ['job'] }),
    leadActions: actions.query(build, 'listLeadActions', { provides: ['job'] }),
    leadAction: actions.query(build, 'getLeadAction', { provides: ['job'] }),
    leadActionCancel: actions.mutation(build, 'cancelLeadAction', { invalidates: ['job', 'lead'] }),
    verificationCredits: verification.query(build, 'verificationCredits', { provides: ['job'] }),
    verificationProvider: verification.query(build, 'readVerificationProvider', { provides: ['integration'] }),
    verificationProviderSet: verification.mutation(build, 'setVerificationProvider', { invalidates: ['integration'] }),
    verificationLedger: verification.query(build, 'verificationLedger', { provides: ['job'] }),
    verificationQuote: verification.mutation(build, 'quoteVerification', { invalidates: [] }),
    verificationStart: verification.mutation(build, 'startVerification', { invalidates: ['job'] }),
    verifications: verification.query(build, 'listVerifications', { provides: ['job'] }),
    verification: verification.query(build, 'getVerification', { provides: ['job'] }),
    verifiedAddresses: verification.query(build, 'listVerifiedAddresses', { provides: ['job'] }),
    verificationStop: verification.mutation(build, 'stopVerification', { invalidates: ['job', 'lead'] }),
    verificationBlock: verification.mutation(build, 'blockInvalid', {
      invalidates: ['job', 'lead', 'block-list', 'campaign'],
    }),
    creditOrder: verification.query(build, 'getCreditOrder', { provides: ['job'] }),
    creditOrderMake: verification.mutation(build, 'orderCredits', { invalidates: ['job'] }),
    creditOrderCancel: verification.mutation(build, 'cancelCreditOrder', { invalidates: ['job'] }),
  }),
});

export const {
  useAllLeadsQuery,
  useLazyAllLeadsQuery,
  useAllCategoriesQuery,
  useLeadDetailQuery,
  useLeadUpdateMutation,
  useLeadDeleteMutation,
  useLeadUnsubscribeMutation,
  useLeadTimelineQuery,
  useLeadNotesQuery,
  useLeadAddNoteMutation,
  useLeadRemoveNoteMutation,
  useLeadTagMutation,
  useLeadMergeMutation,
  useLeadEraseEffectsQuery,
  useLeadEraseMutation,
  useLeadTasksQuery,
  useLeadAddTaskMutation,
  useLeadChangeTaskMutation,
  useLeadDeleteTaskMutation,
  useAllTasksQuery,
  useTaskGroupsQuery,
  useAllRemindersQuery,
  useLeadCompleteTaskMutation,
  useLazyAllCampaignsForLeadsQuery,
  useLeadListsQuery,
  useLazyLeadListsQuery,
  useLeadListQuery,
  useLeadListCreateMutation,
  useLeadListUpdateMutation,
  useLeadListDeleteMutation,
  useLeadListAddMutation,
  useLeadActMutation,
  useLeadActionsQuery,
  useLeadActionCancelMutation,
  useVerificationProviderQuery,
  useVerificationProviderSetMutation,
  useVerificationCreditsQuery,
  useVerificationLedgerQuery,
  useVerificationQuoteMutation,
  useVerificationStartMutation,
  useVerificationsQuery,
  useVerificationQuery,
  useVerifiedAddressesQuery,
  useVerificationStopMutation,
  useVerificationBlockMutation,
  useCreditOrderQuery,
  useCreditOrderMakeMutation,
  useCreditOrderCancelMutation,
} = leadsApi;
