import { z } from 'zod';
import { mailboxAuthMethods, mailboxFailureCodes, mailboxTypes, portTypes } from '../constants';
import { idOf } from '../ids';
import { idList, instant } from '../schemas';

const connectionResult = z.object({
  ok: z.boolean(),
  code: z.enum(['OK', ...mailboxFailureCodes]),
  server_reply: z.string().nullable(),
  cause: z.string().nullable(),
  fix: z.string().nullable(),
  /** Where it is put right, when the reply is known. */
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
});

export const connectionReport = z.object({ smtp: connectionResult, imap: connectionResult });

export type ConnectionReport = z.output<typeof connectionReport>;

/** What keeps a server from being reached, beside its own words; null while nothing does. */
const connectionProblem = connectionResult.omit({ ok: true }).nullable();

const finding = z.object({
  verdict: z.enum(['pass', 'warn', 'fail', 'unknown']),
  record: z.string().nullable(),
  text: z.string(),
  /** What would put it right; looks from before it was told have none. */
  paste: z.object({ type: z.string(), name: z.string(), value: z.string() }).nullish(),
});

export const dnsView = z.object({ domain: z.string(), spf: finding, dkim: finding, dmarc: finding, mx: finding });

export const mailboxView = z.object({
  id: z.number().int(),
  from_name: z.string(),
  from_email: z.string(),
  type: z.enum(mailboxTypes),
  auth_method: z.enum(mailboxAuthMethods),
  username: z.string(),
  smtp_host: z.string(),
  smtp_port: z.number(),
  smtp_port_type: z.enum(portTypes),
  imap_host: z.string(),
  imap_port: z.number(),
  imap_port_type: z.enum(portTypes),
  imap_username: z.string(),
  state: z.enum(['connected', 'failing', 'suspended', 'unchecked']),
  is_smtp_success: z.boolean(),
  is_imap_success: z.boolean(),
  smtp_failure_error: z.string().nullable(),
  imap_failure_error: z.string().nullable(),
  failure_code: z.enum(mailboxFailureCodes).nullable(),
  failing_since: instant.nullable(),
  checked_at: instant.nullable(),
  smtp_problem: connectionProblem,
  imap_problem: connectionProblem,
  is_suspended: z.boolean(),
  message_per_day: z.number().int(),
  ramp: z.object({ from: z.string(), start: z.number().int(), increase: z.number().int() }).nullable(),
  /** The most campaign emails of its current local day: `message_per_day`, or less while it starts slowly. */
  cap_today: z.number().int(),
  resting_until: instant.nullable(),
  /** Set while its own server sends nothing for it: why, in the server's words, what to do, and until when it rests. */
  sending_rest: z.object({ reason: z.string(), fix: z.string(), until: instant }).nullable(),
  min_time_to_wait_minutes: z.number().int(),
  time_zone: z.string(),
  signature: z.string().nullable(),
  bcc_email: z.string().nullable(),
  different_reply_to_address: z.string().nullable(),
  custom_tracking_domain: z.string().nullable(),
  client_id: z.number().int().nullable(),
  sent_today: z.number().int(),
  reserved_today: z.number().int(),
  sent_last_24_hours: z.number().int(),
  day_ends_at: instant,
  next_free_at: instant.nullable(),
  last_sent_at: instant.nullable(),
  last_synced_at: instant.nullable(),
  sync_error: z.string().nullable(),
  /**
   * How long the mail that waited longest had lain at the server when it was read last, in seconds of campaign time,
   * and when that was; null before the first.
   */
  sync_lag_seconds: z.number().int().nullable(),
  sync_lag_at: instant.nullable(),
  campaign_count: z.number().int(),
  waiting_leads: z.number().int(),
  provider_daily_limit: z.number().int(),
  warmup: z.object({ enabled: z.boolean(), per_day: z.number().int() }),
  dns: dnsView.nullable(),
  dns_checked_at: instant.nullable(),
  tags: z.array(z.object({ id: z.number().int(), name: z.string(), color: z.string() })),
  created_at: instant,
});

export type MailboxView = z.output<typeof mailboxView>;

/** Ages of mailboxes, in days since they were connected. */
export const mailboxAges = ['under_7', '7_to_30', '30_to_90', 'over_90'] as const;

/** What a list of mailboxes is narrowed by; they add up. */
export const mailboxFilter = z.object({
  ids: idList.optional(),
  search: z.string().max(100).optional(),
  state: z.enum(['connected', 'failing', 'suspended']).optional(),
  type: z.enum(mailboxTypes).optional(),
  /** `true`: by a campaign of any state; `active`: by one that is running. */
  in_use: z.enum(['true', 'false', 'active']).optional(),
  tag_ids: idList.optional(),
  client_id: idOf('client').optional(),
  /** Mailboxes of no client. */
  no_client: z.enum(['true']).optional(),
  /** The part of the address behind the @. */
  domain: z.string().trim().toLowerCase().max(253).optional(),
  warmup: z.enum(['on', 'off']).optional(),
  smtp: z.enum(['ok', 'failing']).optional(),
  imap: z.enum(['ok', 'failing']).optional(),
  age: z.enum(mailboxAges).optional(),
});

export type MailboxFilterInput = z.output<typeof mailboxFilter>;
