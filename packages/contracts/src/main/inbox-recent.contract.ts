import { z } from 'zod';
import { defineContract } from '../endpoint';
import { instant } from '../schemas';
import { matchingAction } from './inbox-bulk.contract';

/**
 * Hours for which an action in the inbox is listed and can be undone. A change of everything that a view shows can be undone for
 * `inboxChangeLimits.undoDays`, and a reply is held back for `undoSeconds`.
 */
export const undoHours = 24;

/** What a person did in the inbox: to conversations, or beside them. */
export const recentKinds = [
  ...(['change', 'note', 'task', 'reminder', 'block', 'push'] as const),
  ...(['task_done', 'task_reopened', 'reminder_removed', 'revenue'] as const),
  ...(['address_forgotten', 'answer_cancelled', 'template_deleted', 'block_lists'] as const),
] as const;

export const recentChange = z.object({
  /** Kind and number: `note-17`. */
  key: z.string(),
  kind: z.enum(recentKinds),
  /** Of a change of conversations: what was done to them. */
  action: matchingAction.nullable(),
  /**
   * The words of the note or reminder, the name of the task, template or subsequence, the forgotten address, the first blocked
   * address or domain, the new revenue.
   */
  subject: z.string().nullable(),
  /** Conversations, leads or entries of the block list. */
  count: z.number().int(),
  /** Of a single one that the person sees. */
  conversation: z.object({ enrolment_id: z.number().int(), name: z.string() }).nullable(),
  by: z.object({ id: z.number().int(), name: z.string() }),
  /** Campaign time. */
  at: instant,
  state: z.enum(['DONE', 'UNDER_WAY', 'UNDONE']),
  can_undo: z.boolean(),
  no_undo_reason: z.string().nullable(),
});
export type RecentChange = z.output<typeof recentChange>;

/** What people did in the inbox within the last 24 hours, and undoing it: also after the page was loaded again. */
export const inboxRecentContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    listRecentChanges: {
      method: 'GET',
      path: '/api/inbox/recent-changes',
      access: { who: 'person', may: 'inbox.read' },
      summary:
        'What was done in the inbox within 24 hours, newest first, with its author and whether it can still be undone',
      response: z.object({ changes: z.array(recentChange) }),
    },
    undoRecentChange: {
      method: 'POST',
      path: '/api/inbox/recent-changes/:changeKey/undo',
      access: { who: 'person', may: 'inbox.reply' },
      summary:
        'Undo a change of one’s own, but where something was changed since; people who opted out or answered are not emailed because of it',
      params: z.object({
        changeKey: z
          .string()
          .max(30)
          .regex(/^[a-z]+-\d{1,9}$/, 'isn’t a recent change'),
      }),
      response: z.object({
        /** What is as it was, and what was kept. */
        restored: z.number().int(),
        kept: z.number().int(),
        /** Why something was kept, or not all of it went back. */
        reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
        /** Leads that continue in their campaigns because of it. */
        leads_resumed: z.number().int(),
        /** It is undone in the background. */
        is_under_way: z.boolean(),
      }),
    },
  },
});
