import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idParam, listOf } from '../schemas';
import { conversationAction } from './inbox-fields';
import { inboxFolders } from './inbox-choices';
import { inboxFilter } from './inbox-views';

/** Conversations that one change of everything matching reaches at most; what is left is changed by doing it again. */
export const bulkLimit = 2_000;
const act = { who: 'person', may: 'inbox.reply' } as const;

/** Changes of every conversation that a view shows, and undoing them. */
export const inboxBulkContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    changeMatching: {
      method: 'POST',
      path: '/api/inbox/bulk-changes',
      access: act,
      summary: 'Do one thing to all conversations of a folder and its filters, the newest 2,000 first',
      body: z.object({
        folder: z.enum(inboxFolders).default('replies'),
        filter: inboxFilter.default({}),
        excluded_ids: listOf(idParam, 500).default([]),
        action: conversationAction,
      }),
      response: z.object({
        bulk_id: z.number().int(),
        changed: z.number().int(),
        unchanged: z.number().int(),
        can_undo: z.boolean(),
        /** More match than one change reaches. */
        has_more: z.boolean(),
      }),
    },
    undoBulkChange: {
      method: 'POST',
      path: '/api/inbox/bulk-changes/:bulkId/undo',
      access: act,
      summary: 'Put the conversations of a change of your own back as they were, within a day and once',
      params: z.object({ bulkId: idParam }),
      response: z.object({ changed: z.number().int() }),
    },
  },
});
