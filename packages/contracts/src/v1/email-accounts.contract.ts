import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { portTypes } from '../constants';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import { readAccount, readNewAccount } from './read-account';
import { id, normalise, offset, okay, whole, word } from './wire';

/** Warmup of a mailbox; counts of the last 7 days. The reputation is a text from 0 to 100 (docs/public-api.md). */
const warmupDetails = z.object({
  id: z.number().int(),
  status: z.enum(['ACTIVE', 'INACTIVE']),
  total_sent_count: z.number().int(),
  total_spam_count: z.number().int(),
  warmup_reputation: z.string().nullable(),
  warmup_key_id: z.string(),
  warmup_created_at: instant,
  reply_rate: z.number().int(),
  is_warmup_blocked: z.boolean(),
  blocked_reason: z.string().nullable(),
  created_at: instant,
  warmup_min_count: z.number().int(),
  warmup_max_count: z.number().int(),
  max_email_per_day: z.number().int(),
});

/** A mailbox on the wire. Passwords are never returned: both are null. */
export const wireAccount = z.object({
  id: z.number().int(),
  created_at: instant,
  updated_at: instant,
  user_id: z.number().int().nullable(),
  from_name: z.string(),
  from_email: z.string(),
  username: z.string(),
  password: z.null(),
  smtp_host: z.string(),
  smtp_port: z.number().int(),
  smtp_port_type: z.string(),
  message_per_day: z.number().int(),
  different_reply_to_address: z.string().nullable(),
  is_different_imap_account: z.boolean(),
  imap_username: z.string(),
  imap_password: z.null(),
  imap_host: z.string(),
  imap_port: z.number().int(),
  imap_port_type: z.string(),
  signature: z.string().nullable(),
  custom_tracking_domain: z.string().nullable(),
  bcc_email: z.string().nullable(),
  is_smtp_success: z.boolean(),
  is_imap_success: z.boolean(),
  smtp_failure_error: z.string().nullable(),
  imap_failure_error: z.string().nullable(),
  type: z.string(),
  daily_sent_count: z.number().int(),
  client_id: z.number().int().nullable(),
  campaign_count: z.number().int(),
  minTimeToWaitInMins: z.number().int(),
  is_suspended: z.boolean(),
  tags: z.array(z.object({ id: z.number().int(), name: z.string(), color: z.string() })).optional(),
  campaign_ids: z.array(z.number().int()).optional(),
  warmup_details: warmupDetails.nullable(),
});
export type WireAccount = z.input<typeof wireAccount>;

const port = whole(1, 65_535);
const host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'is required')
  .max(253)
  .regex(/^[a-z0-9.:_-]+$/, 'must be a host name');
const address = z.preprocess((value) => (value === '' ? null : value), emailAddress.nullable()).optional();

export const accountSettings = {
  /** 0 stops sending from this mailbox. */
  max_email_per_day: whole(0, 2000).optional(),
  time_to_wait_in_mins: whole(0, 1440).optional(),
  custom_tracking_url: z.string().trim().toLowerCase().max(253).nullable().optional(),
  bcc: address,
  signature: z.string().max(20_000).nullable().optional(),
  client_id: id.nullable().optional(),
  is_suspended: flag.optional(),
  different_reply_to_address: address,
};
/** False connects a mailbox without warmup, and with its whole daily limit from the first day; with an id it switches warmup. */
export const newAccountSettings = { warmup_enabled: flag.optional() };
/** The servers of a mailbox. */
export const serverFields = {
  smtp_host: host.optional(),
  smtp_port: port.optional(),
  smtp_port_type: z.enum(portTypes).optional(),
  imap_host: host.optional(),
  imap_port: port.optional(),
  imap_port_type: z.enum(portTypes).optional(),
};
const connection = {
  from_name: z.string().trim().min(1, 'is required').max(120),
  from_email: emailAddress,
  user_name: z
    .string()
    .trim()
    .min(1, 'is required')
    .max(254)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must have no line breaks'),
  password: z.string().min(1, 'is required').max(1000),
  smtp_host: host,
  smtp_port: port,
  smtp_port_type: z.enum(portTypes),
  imap_host: host,
  imap_port: port,
  imap_port_type: z.enum(portTypes),
  imap_user_name: z
    .string()
    .trim()
    .max(254)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must have no line breaks')
    .optional(),
  imap_password: z.string().max(1000).optional(),
  type: z.enum(['GMAIL', 'OUTLOOK', 'ZOHO', 'SMTP']).optional(),
};
const login = ['from_name', 'from_email', 'user_name', 'password'] as const;
const serverNames = ['smtp_host', 'smtp_port', 'imap_host', 'imap_port'] as const;

/**
 * With an id it is a change and needs nothing else; without, a new mailbox. It needs its servers, unless none is named and the login is
 * there: then they are found by its domain.
 */
const saveBody = z.preprocess(
  normalise(readNewAccount),
  z
    .object({
      id: id.nullable().optional(),
      ...z.object(connection).partial().shape,
      ...accountSettings,
      ...newAccountSettings,
    })
    .superRefine((given, context) => {
      if (given.id) return;
      const hasLogin = login.every((name) => given[name] !== undefined);
      const isByDomain = hasLogin && serverNames.every((name) => given[name] === undefined);
      for (const name of isByDomain ? login : [...login, ...serverNames])
        if (given[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is required' });
    }),
);
export type SaveAccountBody = z.output<typeof saveBody>;

export const savedAccount = okay.extend({
  message: z.string(),
  emailAccountId: z.number().int(),
  warmupKey: z.null(),
  data: z.object({
    id: z.number().int(),
    from_email: z.string(),
    type: z.string(),
    is_smtp_success: z.boolean(),
    is_imap_success: z.boolean(),
    smtp_failure_error: z.string().nullable(),
    imap_failure_error: z.string().nullable(),
  }),
});

const read = { who: 'person', may: 'mailbox.read' } as const;
const write = { who: 'person', may: 'mailbox.write' } as const;
const accountParams = z.object({ mailboxId: id });
const suspension = okay.extend({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ accountId: z.number().int(), isSuspended: z.boolean() }),
});

export const v1EmailAccountsContract = defineContract({
  service: 'main',
  tag: 'API v1: email accounts',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/v1/email-accounts',
      access: read,
      answer: 'bare',
      summary: 'Mailboxes, newest first',
      query: z.object({
        offset,
        limit: whole(1, 100).default(100),
        isInUse: flag.optional(),
        isSmtpSuccess: flag.optional(),
        isWarmupBlocked: flag.optional(),
        emailWarmupStatus: z.preprocess((value) => word(value), z.enum(['ACTIVE', 'INACTIVE'])).optional(),
        esp: z.preprocess((value) => word(value), z.enum(['GMAIL', 'OUTLOOK', 'SMTP', 'ZOHO'])).optional(),
        username: z.string().trim().max(254).optional(),
        client_id: id.optional(),
        fetch_campaigns: flag.default(false),
      }),
      response: z.array(wireAccount),
    },
    get: {
      method: 'GET',
      path: '/api/v1/email-accounts/:mailboxId',
      access: read,
      answer: 'bare',
      summary: 'One mailbox with its campaigns and tags',
      params: accountParams,
      query: z.object({ fetch_campaigns: flag.optional(), fetch_tags: flag.optional() }),
      response: wireAccount,
    },
    save: {
      method: 'POST',
      path: '/api/v1/email-accounts/save',
      aliases: ['POST /api/v1/email-accounts'],
      access: write,
      answer: 'bare',
      summary: 'Connect a mailbox, or change one by id; it is kept also when the login fails, with the failure text',
      body: saveBody,
      response: savedAccount,
    },
    update: {
      method: 'POST',
      path: '/api/v1/email-accounts/:mailboxId',
      access: write,
      answer: 'bare',
      summary: 'Change limits, name, signature and addresses of a mailbox',
      params: accountParams,
      body: z.preprocess(
        normalise(readAccount),
        z.object({ from_name: connection.from_name.optional(), ...accountSettings }),
      ),
      response: okay.extend({ message: z.string(), emailAccountId: z.number().int() }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/email-accounts/:mailboxId',
      access: { who: 'person', may: 'mailbox.delete' },
      answer: 'bare',
      summary: 'Remove a mailbox',
      params: accountParams,
      response: okay.extend({ message: z.string(), emailAccountId: z.number().int() }),
    },
    suspend: {
      method: 'PUT',
      path: '/api/v1/email-accounts/suspend/:mailboxId',
      access: write,
      answer: 'bare',
      summary: 'Stop sending from a mailbox',
      params: accountParams,
      response: suspension,
    },
    unsuspend: {
      method: 'DELETE',
      path: '/api/v1/email-accounts/unsuspend/:mailboxId',
      aliases: ['PUT /api/v1/email-accounts/unsuspend/:mailboxId'],
      access: write,
      answer: 'bare',
      summary: 'Let a suspended mailbox send again',
      params: accountParams,
      response: suspension,
    },
  },
});
