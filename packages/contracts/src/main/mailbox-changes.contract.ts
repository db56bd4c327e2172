import { z } from 'zod';
import { runFields } from '../bulk-run';
import { defineContract } from '../endpoint';
import { empty, idParam, listOf, pageOf, pageQuery } from '../schemas';
import { warmupSettings } from '../warmup/warmup.contract';
import { mailboxSettings } from './mailboxes.contract';
import { mailboxFilter } from './mailbox-views';

export const mailboxChangeLimits = { mailboxes: 20_000, deleteDelaySeconds: 30, undoDays: 7 } as const;

/** Mailboxes by their ids, or all that a filter matches but some. */
export const mailboxSelection = z.union([
  z.object({ mailbox_ids: z.array(idParam).min(1).max(5_000) }),
  z.object({ filter: mailboxFilter, except_ids: listOf(idParam, 5_000).default([]) }),
]);
export type MailboxSelection = z.output<typeof mailboxSelection>;

const settings = mailboxSettings
  .partial()
  .extend({
    is_suspended: z.boolean().optional(),
    /** A least number a day above a mailbox's number a day becomes that number. */
    warmup: warmupSettings
      .partial()
      .refine(
        ({ min_per_day: least, per_day: most }) => least === undefined || most === undefined || least <= most,
        'can’t have a minimum above the maximum per day',
      )
      .optional(),
    add_tag_ids: listOf(idParam, 50).default([]),
    remove_tag_ids: listOf(idParam, 50).default([]),
    /** Removes the mailboxes after some seconds in which it can be cancelled; nothing else can be changed with it. */
    delete: z.literal(true).optional(),
  })
  .strict();
const isNamed = (value: unknown) =>
  value !== undefined && !(Array.isArray(value) && value.length === 0) && !isEmptyRecord(value);
const isEmptyRecord = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => one === undefined);
/** What is changed; what is not named stays. */
export const mailboxChange = settings
  .refine((change) => Object.values(change).some(isNamed), 'must contain something to change')
  .refine(
    (change) => !change.delete || Object.values(change).filter(isNamed).length === 1,
    'can’t delete mailboxes and change them in one request',
  );
export type MailboxChange = z.output<typeof mailboxChange>;

/** What a change does to one setting. Tags are settings of their own: `tag:12`. */
const fieldPreview = z.object({
  field: z.string(),
  name: z.string(),
  will_change: z.number().int(),
  /** The commonest values of the mailboxes that change, in words. */
  before: z.array(z.object({ text: z.string(), count: z.number().int() })),
  after: z.string(),
});
export const mailboxChangePreview = z.object({
  total: z.number().int(),
  will_change: z.number().int(),
  fields: z.array(fieldPreview),
  /** Leads in the middle of a sequence and campaigns that deletion takes the mailbox from; 0 otherwise. */
  waiting_leads: z.number().int(),
  campaigns: z.number().int(),
});
export type MailboxChangePreview = z.output<typeof mailboxChangePreview>;

export const mailboxChangeStatuses = [
  'WAITING',
  'RUNNING',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
  'UNDOING',
  'UNDONE',
] as const;

export const mailboxChangeView = z.object({
  /** Deletions start after some seconds and can be cancelled until `begins_at`; changes start at once. */
  ...runFields,
  id: z.number().int(),
  status: z.enum(mailboxChangeStatuses),
  /** What was asked for, in words: "Campaign emails a day: 30". */
  summary: z.array(z.string()),
  is_deletion: z.boolean(),
  changed: z.number().int(),
  /** Were so before, and stayed. */
  unchanged: z.number().int(),
  /** Deleted before their turn came. */
  gone: z.number().int(),
  /** Of an undo: mailboxes with their earlier values again, and those where a later change was kept. */
  restored: z.number().int(),
  kept: z.number().int(),
  can_undo: z.boolean(),
  /** Why not, where somebody could expect it. */
  no_undo_reason: z.string().nullable(),
});
export type MailboxChangeView = z.output<typeof mailboxChangeView>;

const params = z.object({ mailboxChangeId: idParam });
const write = { who: 'person', may: 'mailbox.write' } as const;

/**
 * Changes of many mailboxes at once: looked at before, done in the background, undone mailbox by mailbox. Topic
 * `mailboxes` tells of progress.
 */
export const mailboxChangesContract = defineContract({
  service: 'main',
  tag: 'Mailbox changes',
  endpoints: {
    previewMailboxChange: {
      method: 'POST',
      path: '/api/mailbox-changes/preview',
      access: write,
      summary: 'How many mailboxes a change would touch, and what they have now',
      body: z.object({ selection: mailboxSelection, change: mailboxChange }),
      response: mailboxChangePreview,
    },
    startMailboxChange: {
      method: 'POST',
      path: '/api/mailbox-changes',
      access: write,
      summary: 'Change the selected mailboxes in the background; deleting begins after 30 seconds',
      body: z.object({ selection: mailboxSelection, change: mailboxChange }),
      response: mailboxChangeView,
      status: 201,
    },
    listMailboxChanges: {
      method: 'GET',
      path: '/api/mailbox-changes',
      access: write,
      summary: 'Changes of many mailboxes, newest first',
      query: pageQuery(10, 50),
      response: pageOf(mailboxChangeView),
    },
    getMailboxChange: {
      method: 'GET',
      path: '/api/mailbox-changes/:mailboxChangeId',
      access: write,
      summary: 'How far a change is',
      params,
      response: mailboxChangeView,
    },
    cancelMailboxChange: {
      method: 'POST',
      path: '/api/mailbox-changes/:mailboxChangeId/cancel',
      access: write,
      summary: 'Stop a change, or cancel a deletion that has not begun; what is done stays',
      params,
      body: empty,
      response: mailboxChangeView,
    },
    undoMailboxChange: {
      method: 'POST',
      path: '/api/mailbox-changes/:mailboxChangeId/undo',
      access: write,
      summary: 'Give each mailbox its earlier values again, but where something else changed them since',
      params,
      body: empty,
      response: mailboxChangeView,
    },
  },
});

/** For forms. */
export const startMailboxChangeBody = mailboxChangesContract.endpoints.startMailboxChange.body;
