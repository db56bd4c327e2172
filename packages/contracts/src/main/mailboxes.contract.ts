import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { portTypes } from '../constants';
import { defineContract } from '../endpoint';
import { done, empty, idList, idParam, instant, pageOf, pageQuery, timeZone, text } from '../schemas';

const port = z.number().int().min(1).max(65_535);
const host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'is required')
  .max(253)
  .regex(/^[a-z0-9.:_-]+$/, 'must be a host name');

/** A login goes into the commands of a mail server: no control characters. */
const loginName = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must have no line breaks');
const personName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(120)
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must have no line breaks');

/** What connects a mailbox. The IMAP login is the SMTP login unless given. */
export const mailboxConnection = z.object({
  from_name: personName,
  from_email: emailAddress,
  type: z.enum(['GMAIL', 'OUTLOOK', 'ZOHO', 'SMTP']).default('SMTP'),
  username: loginName.min(1, 'is required'),
  password: z.string().min(1, 'is required').max(1000),
  smtp_host: host,
  smtp_port: port,
  smtp_port_type: z.enum(portTypes),
  imap_host: host,
  imap_port: port,
  imap_port_type: z.enum(portTypes),
  imap_username: loginName.optional(),
  imap_password: z.string().max(1000).optional(),
});

const oauthConnection = mailboxConnection.omit({ password: true, imap_password: true }).extend({
  token: z.object({
    token_url: z.url().max(2_000),
    client_id: text(1_000).min(1),
    client_secret: text(1_000).min(1),
    refresh_token: text(10_000).min(1),
  }),
});

export const mailboxSettings = z.object({
  from_name: personName,
  message_per_day: z.number().int().min(0).max(2000),
  min_time_to_wait_minutes: z.number().int().min(0, 'must be 0 or more').max(1440),
  time_zone: timeZone,
  signature: z.string().max(20_000).nullable(),
  bcc_email: emailAddress.nullable(),
  different_reply_to_address: emailAddress.nullable(),
  custom_tracking_domain: z.string().trim().toLowerCase().max(253).nullable(),
  client_id: z.number().int().nullable(),
});

const connectionResult = z.object({
  ok: z.boolean(),
  code: z.enum(['OK', 'CREDENTIALS', 'CONNECTION']),
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
  type: z.string(),
  auth_method: z.string(),
  username: z.string(),
  smtp_host: z.string(),
  smtp_port: z.number(),
  smtp_port_type: z.string(),
  imap_host: z.string(),
  imap_port: z.number(),
  imap_port_type: z.string(),
  imap_username: z.string(),
  state: z.enum(['connected', 'failing', 'suspended', 'unchecked']),
  is_smtp_success: z.boolean(),
  is_imap_success: z.boolean(),
  smtp_failure_error: z.string().nullable(),
  imap_failure_error: z.string().nullable(),
  failure_code: z.string().nullable(),
  failing_since: instant.nullable(),
  checked_at: instant.nullable(),
  smtp_problem: connectionProblem,
  imap_problem: connectionProblem,
  is_suspended: z.boolean(),
  message_per_day: z.number().int(),
  ramp: z.object({ from: z.string(), start: z.number().int(), increase: z.number().int() }).nullable(),
  resting_until: instant.nullable(),
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
  /** How long the mail that waited longest had lain at the server when it was read last, in seconds of campaign time, and when that was; null before the first. */
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
  search: z.string().max(100).optional(),
  state: z.enum(['connected', 'failing', 'suspended']).optional(),
  type: z.enum(['GMAIL', 'OUTLOOK', 'ZOHO', 'SMTP']).optional(),
  in_use: z.enum(['true', 'false']).optional(),
  tag_ids: idList.optional(),
  client_id: idParam.optional(),
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

const mailboxParams = z.object({ mailboxId: idParam });
const manyMailboxes = z.object({ mailbox_ids: z.array(idParam).min(1).max(500) });

/** Sender mailboxes: connecting, limits, state. Credentials go in and never come out. */
export const mailboxesContract = defineContract({
  service: 'main',
  tag: 'Mailboxes',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/mailboxes',
      access: { who: 'person', may: 'mailbox.read' },
      summary: 'Mailboxes with their state and what they sent today',
      query: pageQuery(10, 500).extend({
        ...mailboxFilter.shape,
        sort: z.enum(['newest', 'email', 'sent_today']).default('newest'),
      }),
      response: pageOf(mailboxView).extend({
        totals: z.object({
          all: z.number().int(),
          connected: z.number().int(),
          failing: z.number().int(),
          suspended: z.number().int(),
        }),
      }),
    },
    test: {
      method: 'POST',
      path: '/api/mailboxes/test',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Log in at both servers with these credentials; nothing is stored',
      body: mailboxConnection,
      response: connectionReport,
    },
    create: {
      method: 'POST',
      path: '/api/mailboxes',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Connect a mailbox; it is kept also when the login fails, with the error',
      body: mailboxConnection.extend(mailboxSettings.omit({ from_name: true }).partial().shape),
      response: z.object({ mailbox: mailboxView, report: connectionReport }),
    },
    createOauth: {
      method: 'POST',
      path: '/api/mailboxes/oauth',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Connect a mailbox by OAuth2 (XOAUTH2) with a refresh token',
      body: oauthConnection.extend(mailboxSettings.omit({ from_name: true }).partial().shape),
      response: z.object({ mailbox: mailboxView, report: connectionReport }),
    },
    get: {
      method: 'GET',
      path: '/api/mailboxes/:mailboxId',
      access: { who: 'person', may: 'mailbox.read' },
      summary: 'One mailbox',
      params: mailboxParams,
      response: mailboxView,
    },
    update: {
      method: 'PATCH',
      path: '/api/mailboxes/:mailboxId',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Change limits, name, signature and addresses',
      params: mailboxParams,
      /**
       * `ramp`: the daily cap begins at `start` today and grows by `increase` a day up to `message_per_day`; null ends it.
       * `resting_until`: the first day, by the mailbox's zone, on which campaigns may use it again; null ends the rest.
       */
      body: mailboxSettings.partial().extend({
        ramp: z
          .object({ start: z.number().int().min(1).max(2000), increase: z.number().int().min(0).max(500) })
          .nullable()
          .optional(),
        resting_until: z
          .string()
          .regex(/^20\d\d-\d\d-\d\d$/, 'must be a day, YYYY-MM-DD')
          .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a day, YYYY-MM-DD')
          .nullable()
          .optional(),
      }),
      response: mailboxView,
    },
    reconnect: {
      method: 'POST',
      path: '/api/mailboxes/:mailboxId/reconnect',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Try the login again, with new credentials where given',
      params: mailboxParams,
      body: mailboxConnection.partial(),
      response: z.object({ mailbox: mailboxView, report: connectionReport }),
    },
    checkDns: {
      method: 'POST',
      path: '/api/mailboxes/:mailboxId/check-dns',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Look up SPF, DKIM, DMARC and MX of the sending domain now',
      params: mailboxParams,
      body: empty,
      response: dnsView,
    },
    suspend: {
      method: 'POST',
      path: '/api/mailboxes/:mailboxId/suspend',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Stop sending from this mailbox; its campaigns keep it',
      params: mailboxParams,
      body: empty,
      response: mailboxView,
    },
    unsuspend: {
      method: 'POST',
      path: '/api/mailboxes/:mailboxId/unsuspend',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Let a suspended mailbox send again',
      params: mailboxParams,
      body: empty,
      response: mailboxView,
    },
    suspendMany: {
      method: 'POST',
      path: '/api/mailboxes/bulk/suspension',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Suspend many mailboxes, or let them send again; what is so already is passed over',
      body: manyMailboxes.extend({ is_suspended: z.boolean() }),
      response: z.object({ changed: z.array(z.number().int()) }),
    },
    tagMany: {
      method: 'POST',
      path: '/api/mailboxes/bulk/tags',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Add and remove tags of many mailboxes',
      body: manyMailboxes.extend({
        add_tag_ids: z.array(idParam).max(50).default([]),
        remove_tag_ids: z.array(idParam).max(50).default([]),
      }),
      response: z.object({ changed: z.number().int() }),
    },
    campaigns: {
      method: 'GET',
      path: '/api/mailboxes/:mailboxId/campaigns',
      access: { who: 'person', may: 'mailbox.read' },
      summary: 'Campaigns of a mailbox, with the leads that keep it',
      params: mailboxParams,
      response: z.object({
        rows: z.array(
          z.object({
            id: z.number().int(),
            name: z.string(),
            status: z.string(),
            leads: z.number().int(),
            due_today: z.number().int(),
            sent_today: z.number().int(),
          }),
        ),
      }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/mailboxes/:mailboxId',
      access: { who: 'person', may: 'mailbox.delete' },
      summary: 'Remove a mailbox: credentials are destroyed, its history stays, its waiting leads are re-allocated',
      params: mailboxParams,
      response: done.extend({ reallocated_leads: z.number().int() }),
    },
  },
});

/** For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build, thin-contract-loader). */
export const testMailboxBody = mailboxesContract.endpoints.test.body;
export const createMailboxBody = mailboxesContract.endpoints.create.body;
export const createOauthMailboxBody = mailboxesContract.endpoints.createOauth.body;
export const reconnectMailboxBody = mailboxesContract.endpoints.reconnect.body;
export const updateMailboxBody = mailboxesContract.endpoints.update.body;
