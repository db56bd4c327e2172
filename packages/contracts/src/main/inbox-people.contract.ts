import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';

const bookingLink = z.object({ url: z.string().nullable(), label: z.string() });

/** Who can be mentioned in a note of a conversation, and the booking page of a person. */
export const inboxPeopleContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    listColleagues: {
      method: 'GET',
      path: '/api/inbox/conversations/:enrolmentId/colleagues',
      access: { who: 'session', may: 'inbox.read' },
      summary: 'People who see this conversation and can be mentioned in its notes; clients get their own people only',
      params: z.object({ enrolmentId: idOf('enrolment') }),
      response: z.object({ colleagues: z.array(z.object({ id: z.number().int(), name: z.string() })) }),
    },
    readBookingLink: {
      method: 'GET',
      path: '/api/inbox/booking-link',
      access: { who: 'session', may: 'inbox.reply' },
      summary: 'The page on which leads book a time with this person',
      response: bookingLink,
    },
    saveBookingLink: {
      method: 'PUT',
      path: '/api/inbox/booking-link',
      access: { who: 'session', may: 'inbox.reply' },
      summary: 'Set it; an empty address removes it',
      body: z.object({
        url: z.union([
          z.literal(''),
          z.url({ protocol: /^https?$/, error: 'must be a web address such as https://cal.com/you' }).max(500),
        ]),
        label: z.string().trim().min(1, 'is required').max(100).default('Book a time'),
      }),
      response: bookingLink,
    },
  },
});
