import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { idParam, instant } from '../schemas';

/** Seconds after which somebody who said nothing is not there any more, and how often a page says it. */
export const presenceSeconds = 30;
export const presenceEvery = 8;

const conversation = z.object({ enrolmentId: idOf('enrolment') });

/** Who looks at a conversation now, so that two people do not answer the same email. A client's people see their own colleagues only. */
export const presenceContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    tellPresence: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/presence',
      access: { who: 'session', may: 'inbox.read' },
      summary: 'Say that one reads or writes here, or left; answers who else does',
      params: conversation,
      body: z.object({ doing: z.enum(['READING', 'WRITING', 'GONE']) }),
      response: z.object({
        others: z.array(
          z.object({
            user_id: z.number().int(),
            name: z.string(),
            doing: z.enum(['READING', 'WRITING']),
            /** When they began to. */ since: instant,
          }),
        ),
      }),
    },
    colleagueDraft: {
      method: 'GET',
      path: '/api/inbox/conversations/:enrolmentId/drafts/:colleagueId',
      access: { who: 'session', may: 'inbox.reply' },
      summary: 'What a colleague has written here so far',
      params: conversation.extend({ colleagueId: idParam }),
      response: z.object({ name: z.string(), html: z.string(), updated_at: instant }),
    },
  },
});
