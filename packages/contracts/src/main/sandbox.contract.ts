import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';

export const timeView = z.object({
  is_sandbox: z.boolean(),
  now: instant,
  scale: z.number(),
  real_now: instant,
  history: z.object({
    state: z.enum(['none', 'running', 'done', 'failed']),
    done_days: z.number(),
    total_days: z.number(),
    text: z.string(),
  }),
});

const sandboxServer = z.object({
  host: z.string(),
  port: z.number().int(),
  /** The sandbox's servers speak in the clear, on loopback alone. */ security: z.literal('none'),
});

/**
 * Campaign time and the local mail world (docs/engine.md, Campaign time). Outside sandbox mode the scale is 1 and the
 * changing calls answer 404.
 */
export const sandboxContract = defineContract({
  service: 'main',
  tag: 'Sandbox',
  endpoints: {
    time: {
      method: 'GET',
      path: '/api/sandbox/time',
      access: { who: 'person', may: 'profile' },
      summary: 'Campaign time, its scale, and whether this is the sandbox',
      response: timeView,
    },
    setScale: {
      method: 'POST',
      path: '/api/sandbox/time',
      access: { who: 'session', may: 'sandbox.write' },
      summary: 'Run campaign time faster or slower (1 to 1440)',
      body: z.object({ scale: z.number().min(1).max(1440) }),
      response: timeView,
    },
    servers: {
      method: 'GET',
      path: '/api/sandbox/servers',
      access: { who: 'person', may: 'mailbox.write' },
      summary:
        'Where mailboxes of the sandbox are connected, and those that no workspace has connected yet, with their passwords; sandbox only',
      response: z.object({
        smtp: sandboxServer,
        imap: sandboxServer,
        free_mailboxes: z.array(z.object({ email: z.string(), password: z.string() })),
      }),
    },
    mails: {
      method: 'GET',
      path: '/api/sandbox/mails',
      access: { who: 'anyone' },
      summary: "The product's own emails that the sandbox caught (verification, password), newest first; sandbox only",
      query: z.object({ to: z.string().max(254).optional() }),
      response: z.object({
        mails: z.array(
          z.object({
            id: z.string(),
            to: z.string(),
            from: z.string(),
            subject: z.string(),
            text: z.string(),
            links: z.array(z.string()),
            at: instant,
          }),
        ),
      }),
    },
    record: {
      method: 'GET',
      path: '/api/sandbox/record',
      access: { who: 'person', may: 'analytics.read' },
      summary: "The mail server's own record: what it accepted, and every repeated Message-ID",
      query: z.object({
        campaign_id: z.coerce.number<number>().int().optional(),
        /** Every accepted mail as well, in the order of acceptance. */ with_mails: flag.default(false),
      }),
      response: z.object({
        accepted: z.number().int(),
        distinct_message_ids: z.number().int(),
        duplicates: z.array(z.string()),
        violations: z.array(z.string()),
        /**
         * Empty unless asked for; times are campaign time. `checked_at` is when the product checked for the last time whether the email
         * may leave; null unless a campaign was named.
         */
        mails: z.array(
          z.object({
            message_id: z.string().nullable(),
            sender: z.string(),
            recipients: z.array(z.string()),
            subject: z.string().nullable(),
            checked_at: instant.nullable(),
            accepted_at: instant,
          }),
        ),
      }),
    },
  },
});
