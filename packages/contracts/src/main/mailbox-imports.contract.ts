import { z } from 'zod';
import { runFields } from '../bulk-run';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { empty, idParam, instant, listOf, pageOf, pageQuery } from '../schemas';

/** What a column of a file of mailboxes can be; `username` and `password` are those of SMTP, and of IMAP unless it has its own. */
export const mailboxImportFields = [
  'from_email',
  'from_name',
  'first_name',
  'last_name',
  'type',
  'username',
  'password',
  'host',
  'smtp_host',
  'smtp_port',
  'smtp_port_type',
  'imap_host',
  'imap_port',
  'imap_port_type',
  'imap_username',
  'imap_password',
  'message_per_day',
  'min_time_to_wait_minutes',
  'time_zone',
  'signature',
  'different_reply_to_address',
  'bcc_email',
  'custom_tracking_domain',
  'client',
  'tags',
  'warmup_enabled',
  'warmup_per_day',
  'warmup_daily_rampup',
  'warmup_reply_rate',
] as const;
export type MailboxImportField = (typeof mailboxImportFields)[number];
export const mailboxImportFieldNames: Record<MailboxImportField, string> = /* text */ {
  from_email: 'Email address',
  from_name: 'Sender name',
  first_name: 'First name',
  last_name: 'Last name',
  type: 'Provider',
  username: 'User name',
  password: 'Password',
  host: 'Host for SMTP and IMAP',
  smtp_host: 'SMTP host',
  smtp_port: 'SMTP port',
  smtp_port_type: 'SMTP security',
  imap_host: 'IMAP host',
  imap_port: 'IMAP port',
  imap_port_type: 'IMAP security',
  imap_username: 'IMAP user name',
  imap_password: 'IMAP password',
  message_per_day: 'Campaign emails a day',
  min_time_to_wait_minutes: 'Minutes between two emails',
  time_zone: 'Time zone',
  signature: 'Signature',
  different_reply_to_address: 'Reply-to address',
  bcc_email: 'Bcc address',
  custom_tracking_domain: 'Tracking domain',
  client: 'Client',
  tags: 'Tags',
  warmup_enabled: 'Warmup on or off',
  warmup_per_day: 'Warmup emails a day',
  warmup_daily_rampup: 'Warmup ramp-up a day',
  warmup_reply_rate: 'Warmup reply rate',
};
/** Cells of these columns are never shown, stored readable or written to a file. */
export const secretImportFields: readonly MailboxImportField[] = ['password', 'imap_password'];

/** What becomes of a row; each row has exactly one of these, or is still to be tried. */
export const mailboxImportOutcomes = [
  'CONNECTED',
  'LOGIN_REFUSED',
  'NOT_REACHED',
  'INVALID',
  'DUPLICATE_IN_FILE',
  'ALREADY_CONNECTED',
  'LIMIT_REACHED',
  'NOT_TRIED',
] as const;
export type MailboxImportOutcome = (typeof mailboxImportOutcomes)[number];
export const mailboxImportOutcomeTexts: Record<MailboxImportOutcome, string> = /* text */ {
  CONNECTED: 'Connected',
  LOGIN_REFUSED: 'Login refused',
  NOT_REACHED: 'Server not reached',
  INVALID: 'Incomplete or wrong',
  DUPLICATE_IN_FILE: 'Twice in the file',
  ALREADY_CONNECTED: 'Connected before',
  LIMIT_REACHED: 'No room in the plan',
  NOT_TRIED: 'Not tried',
};
/** Outcomes that another try can change while the passwords are kept. */
export const retriedOutcomes: readonly MailboxImportOutcome[] = [
  'LOGIN_REFUSED',
  'NOT_REACHED',
  'LIMIT_REACHED',
  'NOT_TRIED',
];

export const mailboxImportLimits = { rows: 5_000, bytes: 10 * 1024 * 1024, daysKept: 7 } as const;
export const mailboxImportStatuses = ['UPLOADED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;

export const mailboxImportColumn = z.object({
  index: z.number().int(),
  name: z.string(),
  filled_percent: z.number().int(),
  /** Null where the column may hold a password: nothing of it is shown. */
  samples: z.array(z.string()).nullable(),
  field: z.enum(mailboxImportFields).nullable(),
  reason: z.string(),
});
export type MailboxImportColumn = z.output<typeof mailboxImportColumn>;

const options = z.object({
  /** Whose servers rows without a host use; null: such rows are left out, unless the address tells. */
  provider: z.enum(['GMAIL', 'OUTLOOK', 'ZOHO']).nullable().default(null),
  /** For rows whose file names none. */
  client_id: idOf('client').nullable().default(null),
  tag_ids: listOf(idParam, 50).default([]),
  message_per_day: z.number().int().min(0).max(2_000).nullable().default(null),
  /** Switches warmup on for rows that do not say, and lets the daily cap of all but those that say no grow from a few emails. */
  warmup: z.boolean().default(true),
});
export type MailboxImportOptions = z.output<typeof options>;

export const mailboxImportView = z.object({
  ...runFields,
  id: z.number().int(),
  file_name: z.string(),
  file_size: z.number().int(),
  status: z.enum(mailboxImportStatuses),
  columns: z.array(mailboxImportColumn),
  /** By column, what it is; null is left out. */
  mapping: z.array(z.enum(mailboxImportFields).nullable()),
  /** `total` and `done`, for pages deployed before every long job had those. */
  rows_total: z.number().int(),
  rows_done: z.number().int(),
  /** Every outcome with its count; they sum to the rows done. */
  counts: z.array(z.object({ outcome: z.enum(mailboxImportOutcomes), text: z.string(), count: z.number().int() })),
  failed: z.number().int(),
  /** Rows that can be tried again as they are: their passwords are still kept, sealed. */
  can_retry: z.number().int(),
  /** When the sealed passwords of rows that failed are deleted. */
  forgotten_at: instant.nullable(),
});
export type MailboxImportView = z.output<typeof mailboxImportView>;

export const mailboxImportRow = z.object({
  row_number: z.number().int(),
  email: z.string().nullable(),
  outcome: z.enum(mailboxImportOutcomes),
  cause: z.string().nullable(),
  fix: z.string().nullable(),
  mailbox_id: z.number().int().nullable(),
});
export type MailboxImportRowView = z.output<typeof mailboxImportRow>;

const params = z.object({ mailboxImportId: idParam });
const write = { who: 'person', may: 'mailbox.write' } as const;

/**
 * Files of mailboxes that are connected in the background: send, choose the columns, start, watch, try again. Topic
 * `mailboxes` tells of progress.
 */
export const mailboxImportsContract = defineContract({
  service: 'main',
  tag: 'Mailbox imports',
  endpoints: {
    createMailboxImport: {
      method: 'POST',
      path: '/api/mailbox-imports',
      access: write,
      summary:
        'Send a file of mailboxes: CSV or TSV, also as Smartlead and Instantly write it (its bytes are the body; 10 MB and 5,000 rows at most); its rows are sealed at once, and nothing is connected yet',
      rawBody: true,
      query: z.object({ file_name: z.string().trim().min(1, 'is required').max(255) }),
      response: mailboxImportView,
      status: 201,
    },
    listMailboxImports: {
      method: 'GET',
      path: '/api/mailbox-imports',
      access: write,
      summary: 'Imports of mailboxes, newest first',
      query: pageQuery(10, 50),
      response: pageOf(mailboxImportView.omit({ columns: true, mapping: true })),
    },
    getMailboxImport: {
      method: 'GET',
      path: '/api/mailbox-imports/:mailboxImportId',
      access: write,
      summary: 'An import with its columns, progress and counts',
      params,
      response: mailboxImportView,
    },
    startMailboxImport: {
      method: 'POST',
      path: '/api/mailbox-imports/:mailboxImportId/start',
      access: write,
      summary: 'Log in with every row and connect those that both servers accept, in the background',
      params,
      body: options.extend({ mapping: listOf(z.enum(mailboxImportFields).nullable(), 200) }),
      response: mailboxImportView,
    },
    cancelMailboxImport: {
      method: 'POST',
      path: '/api/mailbox-imports/:mailboxImportId/cancel',
      access: write,
      summary: 'Stop an import; connected mailboxes stay. One that never began is deleted',
      params,
      body: empty,
      response: mailboxImportView,
    },
    retryMailboxImport: {
      method: 'POST',
      path: '/api/mailbox-imports/:mailboxImportId/retry',
      access: write,
      summary: 'Try the rows again that failed, with the passwords they came with',
      params,
      body: empty,
      response: mailboxImportView,
    },
    listMailboxImportRows: {
      method: 'GET',
      path: '/api/mailbox-imports/:mailboxImportId/rows',
      access: write,
      summary: 'Rows with what became of them, in the order of the file',
      params,
      query: pageQuery(50, 500).extend({ outcome: z.enum([...mailboxImportOutcomes, 'FAILED']).optional() }),
      response: pageOf(mailboxImportRow),
    },
    downloadFailedRows: {
      method: 'GET',
      path: '/api/mailbox-imports/:mailboxImportId/failed.csv',
      access: write,
      summary:
        'The rows that failed as CSV with the cause of each, to be corrected and sent again; passwords are left empty',
      params,
      response: z.string(),
      answer: 'raw',
    },
  },
});
