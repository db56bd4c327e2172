import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import { accountSettings, newAccountSettings, savedAccount, serverFields } from './email-accounts.contract';
import { readAccount } from './read-account';
import { alias, id, isFields, listOf, normalise, okay, whole, wireTime, withoutNulls, type Fields } from './wire';

const write = { who: 'person', may: 'mailbox.write' } as const;
const base = '/api/v1/email-accounts';
const accountParams = z.object({ mailboxId: id });

/** Ids as a list by itself, or under any of the names that are in use. */
const readIds = (given: unknown): unknown => {
  if (Array.isArray(given)) return { email_account_ids: given };
  if (!isFields(given)) return given;
  const body = alias({ ...given }, 'email_account_ids', 'email_account_id', 'emailAccountIds', 'account_ids', 'ids');
  return { ...body, email_account_ids: listOf(body['email_account_ids']) };
};

const readFetch = (given: Fields): Fields => {
  const body = withoutNulls(given);
  alias(body, 'account_id', 'email_account_id', 'accountId');
  alias(body, 'includeBody', 'include_body', 'fetchBody');
  return body;
};
const fetchFields = {
  limit: whole(1, 500).default(100),
  /** A folder's path, or what it is for: INBOX, SENT, SPAM, TRASH, DRAFTS, ARCHIVE. */
  folder: z.string().trim().min(1, 'is required').max(200).default('INBOX'),
  includeBody: flag.default(false),
  /** Mails that came on these days, both included: mail servers search by day. */
  from: wireTime.optional(),
  to: wireTime.optional(),
};
export type FetchMessages = z.output<z.ZodObject<typeof fetchFields>>;

const person = z.object({ name: z.string(), email: z.string() });
const fetched = z.object({
  account_id: z.number().int(),
  from_email: z.string(),
  folder: z.string(),
  total: z.number().int(),
  messages: z.array(
    z.object({
      uid: z.number().int(),
      message_id: z.string().nullable(),
      subject: z.string(),
      from: person.nullable(),
      to: z.array(person),
      cc: z.array(person),
      date: instant.nullable(),
      is_read: z.boolean(),
      size: z.number().int(),
      /** With includeBody, until the answer is 5 MB large: HTML of strangers is cleaned. */
      body: z.object({ text: z.string(), html: z.string(), is_truncated: z.boolean() }).nullable(),
    }),
  ),
});

const tokenFields = z.object({
  refresh_token: z.string('is required').min(1, 'is required').max(5000),
  /**
   * Refresh tokens work only together with the application they were given to: it stands in the token, as in the
   * authorised-user files of the providers.
   */
  client_id: z.string('is required').min(1, 'is required').max(1000),
  client_secret: z.string('is required').min(1, 'is required').max(1000),
  /** Where access tokens are asked for; the provider's own unless given. */
  token_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
});

/** What is done with connected mailboxes beside their settings (docs/public-api.md). */
export const v1EmailAccountCareContract = defineContract({
  service: 'main',
  tag: 'API v1: email accounts',
  endpoints: {
    saveOauth: {
      method: 'POST',
      path: `${base}/save-oauth`,
      access: write,
      answer: 'bare',
      summary:
        'Connect a Gmail or Outlook mailbox by OAuth2 with its refresh token; it is kept also when the login fails, with the failure text',
      body: z.preprocess(
        normalise((body) => {
          const account = readAccount(body);
          return {
            ...account,
            user_name: account['user_name'] ?? account['from_email'],
            token: isFields(account['token'])
              ? alias({ ...account['token'] }, 'token_url', 'token_uri')
              : account['token'],
          };
        }),
        z.object({
          ...serverFields,
          ...accountSettings,
          ...newAccountSettings,
          from_name: z.string('is required').trim().min(1, 'is required').max(120),
          from_email: emailAddress,
          user_name: z
            .string()
            .trim()
            .min(1, 'is required')
            .max(254)
            .regex(/^[^\u0000-\u001f\u007f]*$/, 'must have no line breaks'),
          type: z.enum(['GMAIL', 'OUTLOOK']),
          token: tokenFields,
        }),
      ),
      response: savedAccount,
    },
    reconnectFailed: {
      method: 'POST',
      path: `${base}/reconnect-failed-email-accounts`,
      aliases: [`POST ${base}/reconnect`],
      access: write,
      answer: 'bare',
      summary: 'Try failing mailboxes again now: those named, or all; each is tried in the background',
      body: z.preprocess(
        readIds,
        z.object({ email_account_ids: z.array(id).max(500, 'can be at most 500').optional() }),
      ),
      response: okay.extend({ message: z.string(), data: z.object({ email_account_ids: z.array(z.number().int()) }) }),
    },
    bulkDelete: {
      method: 'POST',
      path: `${base}/bulk-delete`,
      access: { who: 'person', may: 'mailbox.delete' },
      answer: 'bare',
      summary: 'Remove up to 100 mailboxes; those that do not exist are named',
      body: z.preprocess(
        readIds,
        z.object({ email_account_ids: z.array(id).min(1, 'needs at least one').max(100, 'can be at most 100') }),
      ),
      response: okay.extend({
        message: z.string(),
        data: z.object({ deleted: z.array(z.number().int()), not_found: z.array(z.number().int()) }),
      }),
    },
    fetchMessages: {
      // Whoever may change a mailbox has its mail; its clients see what belongs to their campaigns, in the inbox.
      method: 'POST',
      path: `${base}/:mailboxId/fetch-messages`,
      access: write,
      answer: 'bare',
      summary: 'Newest emails of a folder, read at the mail server now',
      params: accountParams,
      body: z.preprocess(normalise(readFetch), z.object(fetchFields)),
      response: okay.extend({ data: fetched }),
    },
    fetchFromMany: {
      method: 'POST',
      path: `${base}/multi/fetch-messages`,
      access: write,
      answer: 'bare',
      summary: 'The same for up to 10 mailboxes; one that fails fails no other',
      body: z.preprocess(
        (given) => {
          const list = isFields(given) ? (given['accounts'] ?? given['email_accounts']) : given;
          return Array.isArray(list)
            ? { accounts: list.map((each) => (isFields(each) ? readFetch(each) : { account_id: each })) }
            : given;
        },
        z.object({
          accounts: z
            .array(z.object({ account_id: id, ...fetchFields }))
            .min(1, 'needs at least one')
            .max(10, 'can be at most 10'),
        }),
      ),
      response: okay.extend({
        data: z.array(
          z.object({
            account_id: z.number().int(),
            ok: z.boolean(),
            error: z.string().nullable(),
            data: fetched.nullable(),
          }),
        ),
      }),
    },
    disconnectOauth: {
      method: 'POST',
      path: `${base}/:mailboxId/disconnect-google`,
      aliases: [`POST ${base}/:mailboxId/disconnect-microsoft`],
      access: write,
      answer: 'bare',
      summary: 'Forget the OAuth2 consent of a mailbox: it sends and reads nothing until it is connected again',
      params: accountParams,
      response: okay.extend({ message: z.string(), emailAccountId: z.number().int() }),
    },
  },
});
