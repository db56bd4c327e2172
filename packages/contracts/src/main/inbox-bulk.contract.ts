import { z } from 'zod';
import { runFields } from '../bulk-run';
import { defineContract } from '../endpoint';
import { empty, idParam, listOf, pageOf, pageQuery } from '../schemas';
import { conversationAction } from './inbox-fields';
import { inboxFolders } from './inbox-choices';
import { inboxFilter } from './inbox-views';
import { longestPushDelay } from './subsequence-triggers';

/** `undoDays`: for how long a bulk change of conversations can be undone; a single action for `undoHours`. */
export const inboxChangeLimits = { conversations: 200_000, undoDays: 7 } as const;

/** Every conversation that a folder with its filters shows, but some. */
const matching = z.object({
  folder: z.enum(inboxFolders).default('replies'),
  filter: inboxFilter.default({}),
  excluded_ids: listOf(idParam, 5_000).default([]),
});

/** What can be done to all of them: what can be done to one, and moving its lead to a subsequence of its campaign. */
export const matchingAction = z.union([
  conversationAction,
  z.object({
    do: z.literal('push'),
    subsequence_id: idParam,
    /** Before the first step; left out, as the subsequence says. */
    delay_seconds: z.number().int().min(0).max(longestPushDelay).optional(),
  }),
]);
export type MatchingAction = z.output<typeof matchingAction>;

export const inboxChangeStatuses = ['RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED', 'UNDOING', 'UNDONE'] as const;

export const inboxChangeView = z.object({
  ...runFields,
  bulk_id: z.number().int(),
  status: z.enum(inboxChangeStatuses),
  action: matchingAction,
  /** Conversations that are different now. */
  changed: z.number().int(),
  /** Were so before, and stayed. */
  unchanged: z.number().int(),
  /** Deleted, or out of sight of the person, before their turn came. */
  gone: z.number().int(),
  /** Why the others stayed as they were. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Of an undo: conversations that are as they were, and those where a later change was kept. */
  restored: z.number().int(),
  kept: z.number().int(),
  /** Why an undo kept something. */
  undo_reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })).default([]),
  can_undo: z.boolean(),
  /** Why not, where somebody could expect it. */
  no_undo_reason: z.string().nullable(),
  /** Always false: a change reaches everything that matches. Pages of an earlier version read it. */
  has_more: z.boolean(),
});
export type InboxChangeView = z.output<typeof inboxChangeView>;

const act = { who: 'person', may: 'inbox.reply' } as const;
const params = z.object({ bulkId: idParam });

/**
 * Changes of every conversation that a view shows: counted before, done in the background, undone as a whole. Topic
 * `job` tells of progress.
 */
export const inboxBulkContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    countMatching: {
      method: 'POST',
      path: '/api/inbox/bulk-changes/preview',
      access: act,
      summary: 'How many conversations a change of everything matching would reach, exactly',
      body: matching,
      response: z.object({ total: z.number().int() }),
    },
    changeMatching: {
      method: 'POST',
      path: '/api/inbox/bulk-changes',
      access: act,
      summary: 'Do one thing to all conversations that match at this moment, in the background',
      body: matching.extend({
        action: matchingAction,
        /** The number that the person confirmed: when more match by now, nothing begins (409). */
        expected_total: z.number().int().min(0).optional(),
      }),
      response: inboxChangeView,
    },
    listBulkChanges: {
      method: 'GET',
      path: '/api/inbox/bulk-changes',
      access: act,
      summary: 'Changes of everything matching that this person started, newest first',
      query: pageQuery(10, 50),
      response: pageOf(inboxChangeView),
    },
    getBulkChange: {
      method: 'GET',
      path: '/api/inbox/bulk-changes/:bulkId',
      access: act,
      summary: 'How far a change of one’s own is',
      params,
      response: inboxChangeView,
    },
    cancelBulkChange: {
      method: 'POST',
      path: '/api/inbox/bulk-changes/:bulkId/cancel',
      access: act,
      summary: 'Stop a change of one’s own; what is done stays',
      params,
      body: empty,
      response: inboxChangeView,
    },
    undoBulkChange: {
      method: 'POST',
      path: '/api/inbox/bulk-changes/:bulkId/undo',
      access: act,
      summary:
        'Put the conversations of a change of one’s own back as they were, once, but where they were changed since',
      params,
      response: inboxChangeView,
    },
  },
});
