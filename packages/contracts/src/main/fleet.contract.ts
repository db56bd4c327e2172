import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idParam, instant } from '../schemas';

/** Mailboxes that the ranking shows; the riskiest come first. */
export const fleetShown = 200;

const fleetMailbox = z.object({
  id: z.number().int(),
  from_email: z.string(),
  from_name: z.string(),
  type: z.string(),
  state: z.enum(['connected', 'failing', 'suspended', 'unchecked']),
  resting_until: instant.nullable(),
  message_per_day: z.number().int(),
  /** 0 to 100. */
  risk: z.number().int(),
  level: z.enum(['HIGH', 'WATCH', 'FINE']),
  reasons: z.array(
    z.object({
      code: z.enum(['BOUNCES', 'REFUSALS', 'COMPLAINTS', 'SPAM', 'REPLIES', 'AUTHENTICATION']),
      text: z.string(),
    }),
  ),
});
export type FleetMailbox = z.output<typeof fleetMailbox>;

const issue = z.object({ id: z.number().int(), from_email: z.string(), text: z.string() });

export const fleetView = z.object({
  totals: z.object({
    mailboxes: z.number().int(),
    /** Connected, neither suspended nor resting. */
    sending: z.number().int(),
    resting: z.number().int(),
    warming: z.number().int(),
    failing: z.number().int(),
    suspended: z.number().int(),
    /** Emails that those which send may send a day, by their limits. */
    per_day: z.number().int(),
    high: z.number().int(),
  }),
  mailboxes: z.array(fleetMailbox),
  /** Mailboxes that may send against leads of active campaigns that wait for an email; null for those who see a part of the workspace. */
  mix: z
    .array(z.object({ provider: z.enum(['GMAIL', 'OUTLOOK', 'OTHER']), mailboxes: z.number(), leads: z.number() }))
    .nullable(),
  /** Sender names and signatures that look unfinished; at most 50 of `total`. */
  checks: z.object({ total: z.number().int(), rows: z.array(issue) }),
});
export type FleetView = z.output<typeof fleetView>;

/** The fleet: all mailboxes of a workspace together, which of them are close to burning out, and rest for those. */
export const fleetContract = defineContract({
  service: 'main',
  tag: 'Mailboxes',
  endpoints: {
    getFleet: {
      method: 'GET',
      path: '/api/fleet',
      access: { who: 'person', may: 'mailbox.read' },
      summary: 'Figures of all mailboxes, their risk of burning out with its reasons, and their mix of providers',
      response: fleetView,
    },
    restMailboxes: {
      method: 'POST',
      path: '/api/fleet/rest',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Let mailboxes rest for some days, or end their rest with 0; campaigns do not use a mailbox that rests',
      body: z.object({
        mailbox_ids: z.array(idParam).min(1).max(500),
        days: z.number().int().min(0).max(60, 'can be at most 60'),
      }),
      response: z.object({ changed: z.array(z.number().int()) }),
    },
  },
});
