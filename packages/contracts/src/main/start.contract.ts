import { z } from 'zod';
import { defineContract } from '../endpoint';
import { getStartedView, planView, userView } from './auth-views';
import { timeView } from './sandbox.contract';

const amount = z.number().int();

/** What the frame around every page shows, in one answer: it is asked for with every visit, and again when something of it changes. */
export const startView = z.object({
  user: userView,
  plan: planView,
  get_started: getStartedView,
  time: timeView,
  /** Numbers beside the navigation; null for what the person may not see. */
  inbox: z.object({ unread: amount }).nullable(),
  mailboxes: z.object({ all: amount, failing: amount }).nullable(),
  notices: z.object({ unread: amount }),
});
export type StartView = z.output<typeof startView>;

export const startContract = defineContract({
  service: 'main',
  tag: 'Identity',
  endpoints: {
    start: {
      method: 'GET',
      path: '/api/start',
      access: { who: 'session', may: 'profile' },
      summary: 'The person, the plan, the first steps, campaign time and the numbers of the navigation in one answer',
      response: startView,
    },
  },
});
