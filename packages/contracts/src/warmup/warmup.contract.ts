import { z } from 'zod';
import { defineContract } from '../endpoint';
import { empty, idList, idParam, instant } from '../schemas';

/** Largest number of warmup mails of a mailbox a day, and largest reply rate (docs/domain.md, Validation). */
export const warmupLimits = { perDay: 50, replyRate: 100, dailyRampup: 20 } as const;

const share = z.number().int().min(0).max(100, 'can be at most 100');

export const warmupSettings = z.object({
  enabled: z.boolean(),
  /** Openers and replies together; apart from the cap of campaign mail. */
  per_day: z.number().int().min(1, 'must be at least 1').max(warmupLimits.perDay, 'can be at most 50'),
  /** The amount of a day is drawn between `min_per_day` and what cap and ramp allow. */
  is_randomised: z.boolean(),
  min_per_day: z.number().int().min(1, 'must be at least 1').max(warmupLimits.perDay, 'can be at most 50'),
  is_rampup_enabled: z.boolean(),
  daily_rampup: z.number().int().min(1, 'must be at least 1').max(warmupLimits.dailyRampup, 'can be at most 20'),
  /** Of 100 mails that arrived, how many are answered. */
  reply_rate: z.number().int().min(0).max(warmupLimits.replyRate, 'can be at most 100'),
  /** Of 100 mails of this mailbox that arrived, how many the partner opens; only opened mails are answered. */
  open_rate: share,
  /** Of 100 opened mails, how many are marked as important; those that were rescued always are, unless it is 0. */
  important_rate: share,
  /** Of 100 mails that landed in spam, how many are moved to the inbox. */
  spam_rescue_rate: share,
  weekdays_only: z.boolean(),
  auto_adjust: z.boolean(),
  /** Warmup emails carry the mailbox's own tracking domain as campaign emails do, once it is verified. */
  uses_tracking_domain: z.boolean(),
  /** Words in the subject by which the owner can filter warmup mails; empty for none. */
  key_tag: z
    .string()
    .trim()
    .max(40)
    .regex(/^[\p{L}\p{N} ._-]*$/u, 'can contain only letters, digits, spaces, dots and hyphens'),
});
export type WarmupSettingsView = z.output<typeof warmupSettings>;

const prerequisite = z.object({
  id: z.enum(['CONNECTION', 'SPF', 'DMARC', 'MX', 'BOUNCES']),
  name: z.string(),
  state: z.enum(['met', 'unmet', 'unknown']),
  text: z.string(),
});
/**
 * `sent` by this mailbox, openers and replies; where they landed first; how many were answered; how many were moved out
 * of spam; how many came in.
 */
const figures = {
  sent: z.number().int(),
  inbox: z.number().int(),
  spam: z.number().int(),
  replied: z.number().int(),
  rescued: z.number().int(),
  received: z.number().int(),
};
/** Mails of this mailbox by where they landed; `reputation` as in the view. */
const evidence = z.object({
  days: z.number().int(),
  reputation: z.number().int().nullable(),
  /** By the provider of the partner, the most mails first. */
  by_provider: z.array(
    z.object({
      provider: z.enum(['GMAIL', 'OUTLOOK', 'ZOHO', 'OTHER']),
      sent: z.number().int(),
      inbox: z.number().int(),
      spam: z.number().int(),
      missing: z.number().int(),
      bounced: z.number().int(),
      reputation: z.number().int().nullable(),
    }),
  ),
});
const dayFigures = z.object({ date: z.string(), ...figures });
const mail = z.object({
  id: z.string(),
  direction: z.enum(['out', 'in']),
  kind: z.enum(['OPENER', 'REPLY']),
  partner: z.string(),
  subject: z.string(),
  state: z.enum(['PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT', 'FAILED', 'CANCELLED']),
  at: instant,
  landed: z.enum(['INBOX', 'SPAM', 'MISSING']).nullable(),
  is_rescued: z.boolean(),
  is_read: z.boolean(),
  is_important: z.boolean(),
  is_replied: z.boolean(),
  is_bounced: z.boolean(),
  failure_text: z.string().nullable(),
});

export const warmupView = z.object({
  mailbox_id: z.number().int(),
  settings: warmupSettings,
  status: z.enum(['ACTIVE', 'INACTIVE']),
  blocked_reason: z.string().nullable(),
  prerequisites: z.array(prerequisite),
  /** Set while bounces block it: whether a code ends that now or what has to be fixed first, and until when a mailed code works. */
  unblock: z.object({ is_open: z.boolean(), first: z.string().nullable(), code_until: instant.nullable() }).nullable(),
  started_at: instant.nullable(),
  ramp_day: z.number().int(),
  /**
   * 0 to 100: of the warmup mails of the last 7 days whose place is known, the share that reached the inbox by itself; null while none is.
   */
  reputation: z.number().int().min(0).max(100).nullable(),
  today: z.object({
    amount: z.number().int(),
    sent: z.number().int(),
    planned: z.number().int(),
    next_at: instant.nullable(),
  }),
  /** What the reputation stands on, of the last 7 and the last 30 days. */
  evidence: z.array(evidence),
  last_7_days: z.object({ ...figures, missing: z.number().int(), bounced: z.number().int() }),
  /** The last 14 local days, oldest first. */
  days: z.array(dayFigures),
  mails: z.array(mail),
  /** What the workspace and the pools have; without `is_shown`, for clients of an agency, all is empty. */
  partners: z.object({
    is_shown: z.boolean(),
    own: z.number().int(),
    pool: z.number().int(),
    pool_name: z.string().nullable(),
    is_sandbox: z.boolean(),
    /** Mailboxes of other workspaces of this installation: that it exchanges email with, and that joining the shared pool would add. */
    shared: z.number().int(),
    shared_offered: z.number().int(),
    shares_pool: z.boolean(),
    /** Why the workspace was put out of the shared pool. */
    put_out_reason: z.string().nullable(),
  }),
});
export type WarmupView = z.output<typeof warmupView>;

/** What lists say of a mailbox's warmup; counts of the last 7 days. */
export const warmupSummary = z.object({
  mailbox_id: z.number().int(),
  settings: warmupSettings,
  status: z.enum(['ACTIVE', 'INACTIVE']),
  blocked_reason: z.string().nullable(),
  reputation: z.number().int().nullable(),
  sent: z.number().int(),
  spam: z.number().int(),
  started_at: instant.nullable(),
});
export type WarmupSummary = z.output<typeof warmupSummary>;

const params = z.object({ mailboxId: idParam });
const read = { who: 'person', may: 'mailbox.read' } as const;
const write = { who: 'person', may: 'mailbox.write' } as const;

/**
 * Warmup of sender mailboxes (docs/domain.md, Lists and limits): settings, state and figures. Its mails are apart from
 * campaigns and the inbox.
 */
export const warmupContract = defineContract({
  service: 'warmup',
  tag: 'Warmup',
  endpoints: {
    listWarmup: {
      method: 'GET',
      path: '/api/warmup/mailboxes',
      access: read,
      summary: 'State of warmup of some mailboxes, at most 500',
      query: z.object({ mailbox_ids: idList.refine((ids) => ids.length <= 500, 'can be at most 500') }),
      response: z.object({ rows: z.array(warmupSummary) }),
    },
    getWarmup: {
      method: 'GET',
      path: '/api/warmup/mailboxes/:mailboxId',
      access: read,
      summary: 'Settings, state and figures of a mailbox’s warmup',
      params,
      response: warmupView,
    },
    updateWarmup: {
      method: 'PATCH',
      path: '/api/warmup/mailboxes/:mailboxId',
      access: write,
      summary: 'Change settings; switching off cancels what was planned',
      params,
      body: warmupSettings.partial(),
      response: warmupView,
    },
    checkWarmup: {
      method: 'POST',
      path: '/api/warmup/mailboxes/:mailboxId/check',
      access: write,
      summary: 'Look at the prerequisites again now, and plan the day when they are met',
      params,
      body: empty,
      response: warmupView,
    },
    mailUnblockCode: {
      method: 'POST',
      path: '/api/warmup/mailboxes/:mailboxId/unblock-code',
      access: write,
      summary: 'Email a one-time code to a mailbox whose warmup is blocked by bounces; it works once, for 10 minutes',
      params,
      body: empty,
      response: z.object({ mailed_to: z.string(), until: instant }),
    },
    unblockWarmup: {
      method: 'POST',
      path: '/api/warmup/mailboxes/:mailboxId/unblock',
      access: write,
      summary: 'Unblock warmup with the code that was emailed to the mailbox',
      params,
      body: z.object({
        code: z
          .string()
          .trim()
          .regex(/^\d{6}$/, 'must be the six digits from the email'),
      }),
      response: warmupView,
    },
    updateWarmupOfMany: {
      method: 'POST',
      path: '/api/warmup/update',
      access: write,
      summary: 'Change settings of many mailboxes at once; what is so already is passed over',
      body: z.object({
        mailbox_ids: z.array(idParam).min(1).max(500),
        settings: warmupSettings.partial().refine((given) => Object.keys(given).length > 0, 'must contain a setting'),
      }),
      response: z.object({ changed: z.array(z.number().int()) }),
    },
    switchWarmup: {
      method: 'POST',
      path: '/api/warmup/switch',
      access: write,
      summary: 'Switch warmup of many mailboxes on or off; what is so already is passed over',
      body: z.object({ mailbox_ids: z.array(idParam).min(1).max(500), enabled: z.boolean() }),
      response: z.object({ changed: z.array(z.number().int()) }),
    },
  },
});
