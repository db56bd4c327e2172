import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import type { CallInput, CallOutput } from '@skein/contracts/endpoint';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { linkedInAnswersContract } from '@skein/contracts/main/linkedin-answers.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { untrackedBlocksContract } from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { untrackedRulesContract } from '@skein/contracts/untracked-replies/untracked-rules.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const inbox = endpointsFrom(inboxContract);
const assistant = endpointsFrom(assistantContract);
const drafts = endpointsFrom(inboxDraftsContract);
const people = endpointsFrom(inboxPeopleContract);
const linkedInAnswers = endpointsFrom(linkedInAnswersContract);
const presence = endpointsFrom(presenceContract);
const untrackedBlocks = endpointsFrom(untrackedBlocksContract);
const untracked = endpointsFrom(untrackedRepliesContract);
const untrackedRules = endpointsFrom(untrackedRulesContract);
const categories = endpointsFrom(categoriesContract);
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

/** All lists of conversations; a change of one thread names that thread, the live channel all of them. */
const threadList = { type: 'thread', id: 'list' } as const;
const oneThread = (input: { params: { enrolmentId: number | string } }) => ({
  type: 'thread' as const,
  id: Number(input.params.enrolmentId),
});

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
      providesTags: [threadList],
    }),
    inboxCounts: inbox.query(build, 'countFolders', {
      provides: () => [threadList, 'counts', 'untracked-reply'],
    }),
    inboxThread: inbox.query(build, 'getThread', { provides: (input) => [oneThread(input)] }),
    inboxPanel: inbox.query(build, 'getPanel', { provides: (input) => [oneThread(input), 'lead'] }),
    // Only what it is about: threads that were fetched ahead stay, and reading one leaves the list as it is.
    inboxChange: inbox.mutation(build, 'changeConversations', {
      invalidates: ({ body }) => {
        const threads = body.enrolment_ids.map((id) => ({ type: 'thread' as const, id }));
        if (body.action.do === 'read') return ['counts'];
        const isAboutLead = ['category', 'resume', 'pause'].includes(body.action.do);
        return [threadList, ...threads, 'counts', ...(isAboutLead ? (['lead', 'campaign'] as const) : [])];
      },
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
    inboxLinkedInAnswer: linkedInAnswers.mutation(build, 'answerOnLinkedIn', { invalidates: ['thread', 'counts'] }),
    inboxCancel: inbox.mutation(build, 'cancelOutgoing', { invalidates: ['thread', 'counts'] }),
    inboxOutgoing: inbox.query(build, 'getOutgoing', { keepFor: 0 }),
    inboxSendDrafted: inbox.mutation(build, 'sendDrafted', { invalidates: ['thread', 'counts'] }),
    inboxSignAttachment: inbox.mutation(build, 'signAttachment'),
    inboxOpenAttachment: inbox.mutation(build, 'openAttachment'),
    inboxDocument: inbox.query(build, 'openDocument', { keepFor: 240 }),
    inboxIgnore: inbox.mutation(build, 'ignoreReply', {
      invalidates: ['thread', 'counts', 'analytics', 'campaign', 'lead'],
    }),
    inboxRevenue: inbox.mutation(build, 'setRevenue', { invalidates: ['thread'] }),
    inboxCompleteTask: inbox.mutation(build, 'completeTask', { invalidates: ['thread', 'task'] }),
    inboxSetReminder: inbox.mutation(build, 'setReminder', { invalidates: ['thread', 'counts'] }),
    inboxRemoveReminder: inbox.mutation(build, 'removeReminder', { invalidates: ['thread', 'counts'] }),
    inboxDraft: drafts.query(build, 'getDraft', { keepFor: 0 }),
    inboxPutDraft: drafts.mutation(build, 'putDraft'),
    inboxRemoveDraft: drafts.mutation(build, 'removeDraft'),
    inboxBookingLink: people.query(build, 'readBookingLink', { provides: ['profile'], keepFor: 600 }),
    inboxSaveBookingLink: people.mutation(build, 'saveBookingLink', { invalidates: ['profile'] }),
    inboxColleagues: people.query(build, 'listColleagues', { keepFor: 60 }),
    inboxCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
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
    untrackedCounts: untrackedRules.query(build, 'countUntracked', { provides: ['untracked-reply'] }),
    untrackedRules: untrackedRules.query(build, 'listUntrackedRules', { provides: ['untracked-reply'] }),
    removeUntrackedRule: untrackedRules.mutation(build, 'removeUntrackedRule', { invalidates: ['untracked-reply'] }),
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
  useInboxLinkedInAnswerMutation,
  useInboxForwardMutation,
  useInboxCancelMutation,
  useInboxSendDraftedMutation,
  useInboxSignAttachmentMutation,
  useInboxOpenAttachmentMutation,
  useInboxDocumentQuery,
  useInboxIgnoreMutation,
  useInboxRevenueMutation,
  useInboxCompleteTaskMutation,
  useInboxSetReminderMutation,
  useInboxRemoveReminderMutation,
  useInboxDraftQuery,
  useInboxPutDraftMutation,
  useInboxRemoveDraftMutation,
  useInboxColleaguesQuery,
  useInboxBookingLinkQuery,
  useInboxSaveBookingLinkMutation,
  useInboxCategoriesQuery,
  useInboxCampaignsQuery,
  useInboxMailboxesQuery,
  useUntrackedListInfiniteQuery,
  useUntrackedReplyQuery,
  useUntrackedCountsQuery,
  useUntrackedRulesQuery,
  useRemoveUntrackedRuleMutation,
  useUntrackedAssociateMutation,
  useUntrackedUpdateMutation,
} = inboxApi;
