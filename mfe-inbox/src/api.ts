import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import type { CallInput, CallOutput } from '@skein/contracts/endpoint';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { untrackedBlocksContract } from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const inbox = endpointsFrom(inboxContract);
const assistant = endpointsFrom(assistantContract);
const presence = endpointsFrom(presenceContract);
const untrackedBlocks = endpointsFrom(untrackedBlocksContract);
const untracked = endpointsFrom(untrackedRepliesContract);
const categories = endpointsFrom(categoriesContract);
const blockList = endpointsFrom(blockListContract);
const campaigns = endpointsFrom(campaignsContract);
const mailboxes = endpointsFrom(mailboxesContract);

type List = typeof inboxContract.endpoints.listConversations;
type Untracked = typeof untrackedRepliesContract.endpoints.listUntracked;
/** Folder, filters and sort of a list; the cursor comes from the page before. */
export type ListQuery = Omit<NonNullable<CallInput<List>['query']>, 'cursor' | 'limit'>;
export type ListPage = CallOutput<List>;
export type UntrackedQuery = Omit<NonNullable<CallInput<Untracked>['query']>, 'cursor' | 'limit'>;

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
};

/** What the inbox asks and changes. */
export const inboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    inboxList: build.infiniteQuery<ListPage, ListQuery, string | null>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => ({
        contract: inboxContract,
        name: 'listConversations',
        input: { query: { ...queryArg, ...(pageParam === null ? {} : { cursor: pageParam }) } },
      }),
      providesTags: ['thread'],
    }),
    inboxCounts: inbox.query(build, 'countFolders', { provides: ['thread', 'counts', 'untracked-reply'] }),
    inboxThread: inbox.query(build, 'getThread', { provides: ['thread'] }),
    inboxPanel: inbox.query(build, 'getPanel', { provides: ['thread', 'lead'] }),
    inboxChange: inbox.mutation(build, 'changeConversations', {
      invalidates: ['thread', 'counts', 'lead', 'campaign'],
    }),
    inboxAiAbilities: assistant.query(build, 'assistantAbilities', { provides: ['integration'], keepFor: 600 }),
    inboxAiDraft: assistant.mutation(build, 'draftReply', { invalidates: [] }),
    inboxPresence: presence.mutation(build, 'tellPresence', { invalidates: [] }),
    inboxColleagueDraft: presence.query(build, 'colleagueDraft', { keepFor: 0 }),
    untrackedBlocks: untrackedBlocks.query(build, 'readUntrackedBlocks', { provides: ['untracked-reply'] }),
    previewUntrackedBlocks: untrackedBlocks.mutation(build, 'previewUntrackedBlocks', { invalidates: [] }),
    saveUntrackedBlocks: untrackedBlocks.mutation(build, 'saveUntrackedBlocks', {
      invalidates: ['untracked-reply', 'counts'],
    }),
    inboxReply: inbox.mutation(build, 'reply', { invalidates: ['thread', 'counts'] }),
    inboxForward: inbox.mutation(build, 'forward', { invalidates: ['thread', 'counts'] }),
    inboxCancel: inbox.mutation(build, 'cancelOutgoing', { invalidates: ['thread', 'counts'] }),
    inboxSignAttachment: inbox.mutation(build, 'signAttachment'),
    inboxOpenAttachment: inbox.mutation(build, 'openAttachment'),
    inboxDocument: inbox.query(build, 'openDocument', { keepFor: 240 }),
    inboxIgnore: inbox.mutation(build, 'ignoreReply', {
      invalidates: ['thread', 'counts', 'analytics', 'campaign', 'lead'],
    }),
    inboxRevenue: inbox.mutation(build, 'setRevenue', { invalidates: ['thread'] }),
    inboxAddNote: inbox.mutation(build, 'addNote', { invalidates: ['thread'] }),
    inboxAddTask: inbox.mutation(build, 'addTask', { invalidates: ['thread', 'task'] }),
    inboxCompleteTask: inbox.mutation(build, 'completeTask', { invalidates: ['thread', 'task'] }),
    inboxSetReminder: inbox.mutation(build, 'setReminder', { invalidates: ['thread', 'counts'] }),
    inboxRemoveReminder: inbox.mutation(build, 'removeReminder', { invalidates: ['thread', 'counts'] }),
    inboxDraft: inbox.query(build, 'getDraft', { keepFor: 0 }),
    inboxPutDraft: inbox.mutation(build, 'putDraft'),
    inboxRemoveDraft: inbox.mutation(build, 'removeDraft'),
    inboxCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
    inboxBlock: blockList.mutation(build, 'addBlockEntries', {
      invalidates: ['block-list', 'thread', 'lead', 'campaign'],
    }),
    inboxCampaigns: campaigns.query(build, 'listCampaigns', { provides: ['campaign'] }),
    inboxMailboxes: mailboxes.query(build, 'list', { provides: ['mailbox'] }),
    untrackedList: build.infiniteQuery<CallOutput<Untracked>, UntrackedQuery, string | null>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => ({
        contract: untrackedRepliesContract,
        name: 'listUntracked',
        input: { query: { ...queryArg, ...(pageParam === null ? {} : { cursor: pageParam }) } },
      }),
      providesTags: ['untracked-reply'],
    }),
    // Without tags: associating it takes it away, and reading it again would only find that.
    untrackedReply: untracked.query(build, 'getUntracked', { keepFor: 0 }),
    untrackedFindLeads: untracked.query(build, 'findLeads', { keepFor: 30 }),
    untrackedAssociate: untracked.mutation(build, 'associate', {
      invalidates: ['untracked-reply', 'thread', 'counts', 'campaign', 'lead'],
    }),
    untrackedUpdate: untracked.mutation(build, 'updateUntracked', { invalidates: ['untracked-reply', 'counts'] }),
  }),
});

export const {
  useInboxListInfiniteQuery,
  useInboxCountsQuery,
  useInboxThreadQuery,
  useInboxPanelQuery,
  useInboxChangeMutation,
  useInboxPresenceMutation,
  useInboxColleagueDraftQuery,
  useInboxReplyMutation,
  useInboxForwardMutation,
  useInboxCancelMutation,
  useInboxSignAttachmentMutation,
  useInboxOpenAttachmentMutation,
  useInboxDocumentQuery,
  useInboxIgnoreMutation,
  useInboxRevenueMutation,
  useInboxAddNoteMutation,
  useInboxAddTaskMutation,
  useInboxCompleteTaskMutation,
  useInboxSetReminderMutation,
  useInboxRemoveReminderMutation,
  useInboxDraftQuery,
  useInboxPutDraftMutation,
  useInboxRemoveDraftMutation,
  useInboxCategoriesQuery,
  useInboxBlockMutation,
  useInboxCampaignsQuery,
  useInboxMailboxesQuery,
  useUntrackedListInfiniteQuery,
  useUntrackedReplyQuery,
  useLazyUntrackedFindLeadsQuery,
  useUntrackedAssociateMutation,
  useUntrackedUpdateMutation,
} = inboxApi;
