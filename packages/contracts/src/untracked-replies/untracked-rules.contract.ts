import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { kept } from '../main/kept-change';
import { done, idParam, instant, pageOf, pageQuery } from '../schemas';

const read = { who: 'person', may: 'inbox.read' } as const;

/** An address that was associated with a lead: its next replies are the lead's by themselves. */
export const untrackedRule = z.object({
  id: z.number().int(),
  email: z.string(),
  lead: z.object({ id: z.number().int(), email: z.string(), name: z.string() }),
  learned_from: z.string().nullable(),
  learned_at: instant,
});
export type UntrackedRule = z.output<typeof untrackedRule>;

/** What associations have taught, and how many untracked replies each state holds. */
export const untrackedRulesContract = defineContract({
  service: 'untracked-replies',
  tag: 'Untracked replies',
  endpoints: {
    countUntracked: {
      method: 'GET',
      path: '/api/untracked-replies/counts',
      access: read,
      summary: 'How many untracked replies are open, unread and ignored',
      query: z.object({ user_id: idOf('user').optional() }),
      response: z.object({ open: z.number().int(), unread: z.number().int(), ignored: z.number().int() }),
    },
    listUntrackedRules: {
      method: 'GET',
      path: '/api/untracked-replies/rules',
      access: read,
      summary: 'Addresses that are known to be a lead’s, newest first',
      query: z.object({ search: z.string().trim().max(200).optional() }).extend(pageQuery(50).shape),
      response: pageOf(untrackedRule),
    },
    removeUntrackedRule: {
      method: 'DELETE',
      path: '/api/untracked-replies/rules/:ruleId',
      access: { who: 'person', may: 'inbox.reply' },
      summary: 'Forget an address; replies that it brought stay where they are',
      params: z.object({ ruleId: idParam }),
      response: done.extend(kept),
    },
  },
});
