import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { mailboxTypes, portTypes } from '../constants';
import { defineContract } from '../endpoint';
import { done, empty, idParam, pageOf, pageQuery, timeZone, text } from '../schemas';
import { connectionReport, dnsView, mailboxView, mailboxFilter } from './mailbox-views';

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
  type: z.enum(mailboxTypes).default('SMTP'),
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

/** What a new mailbox takes besides its login; `slowStart` in constants.ts. */
export const newMailboxSettings = mailboxSettings
  .omit({ from_name: true })
  .partial()
  .extend({
    /** Warmup is on, and the daily cap begins at 10 and grows by 2 a day up to `message_per_day`. */
    starts_gently: z.boolean().default(true),
  });

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
      summary:
        'Connect a mailbox, with warmup on and a daily cap that grows; it is kept also when the login fails, with the error',
      body: mailboxConnection.extend(newMailboxSettings.shape),
      response: z.object({ mailbox: mailboxView, report: connectionReport }),
    },
    createOauth: {
      method: 'POST',
      path: '/api/mailboxes/oauth',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Connect a mailbox by OAuth2 (XOAUTH2) with a refresh token',
      body: oauthConnection.extend(newMailboxSettings.shape),
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
          .regex(/^20\d\d-\d\d-\d\d$/, 'must be a date such as 2026-11-24')
          .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date such as 2026-11-24')
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

/**
 * For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build,
 * thin-contract-loader).
 */
export const testMailboxBody = mailboxesContract.endpoints.test.body;
export const createMailboxBody = mailboxesContract.endpoints.create.body;
export const createOauthMailboxBody = mailboxesContract.endpoints.createOauth.body;
export const reconnectMailboxBody = mailboxesContract.endpoints.reconnect.body;
export const updateMailboxBody = mailboxesContract.endpoints.update.body;
