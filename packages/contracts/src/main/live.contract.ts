import { z } from 'zod';
import { defineContract } from '../endpoint';
import { empty, instant } from '../schemas';

/**
 * One message of the live channel. `changed` names topics such as `campaigns`, `campaign:12`, `inbox`, `mailboxes`; whoever
 * shows something of a topic reads it again. `everything` (first message, and after a lost connection) means: read all again.
 */
export const liveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('everything') }),
  z.object({ type: z.literal('changed'), topics: z.array(z.string()) }),
]);
export type LiveMessage = z.output<typeof liveMessage>;

/** The live channel (docs/glossary.md): server-sent events whose `data` is a `liveMessage`. */
export const liveContract = defineContract({
  service: 'main',
  tag: 'Live',
  endpoints: {
    ticket: {
      method: 'POST',
      path: '/api/live/ticket',
      access: { who: 'session', may: 'profile' },
      summary: 'A ticket for one connection of an EventSource, which cannot send headers; valid for 30 seconds',
      body: empty,
      response: z.object({ ticket: z.string(), expires_at: instant }),
    },
    events: {
      method: 'GET',
      path: '/api/live',
      access: { who: 'link' },
      summary: 'What changed, as it changes (text/event-stream); credentials by Authorization header or ticket',
      query: z.object({ ticket: z.string().max(2000).optional() }),
      response: z.unknown(),
      answer: 'raw',
    },
  },
});
