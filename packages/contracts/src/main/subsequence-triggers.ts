import { z } from 'zod';
import { idParam } from '../schemas';

/** What pushes a lead of the parent campaign into a subsequence (docs/domain.md, Statuses). */
export const subsequenceTriggers = [
  'CATEGORY',
  'OPEN',
  'REPLY',
  'CLICK',
  'REPLY_TEXT',
  'LINKEDIN_CONNECTION',
  'RE_ENGAGEMENT',
  'BOUNCE',
] as const;
export type SubsequenceTriggerKind = (typeof subsequenceTriggers)[number];
/** The same and a person's own push. */
export const pushKinds = [...subsequenceTriggers, 'MANUAL'] as const;
export type PushKind = (typeof pushKinds)[number];

/** The longest delay, in seconds: a year. */
export const longestPushDelay = 365 * 86_400;
export const linkedInStates = ['SENT', 'ACCEPTED'] as const;

/** Why somebody was not pushed. */
export const pushSkips = ['SUPPRESSED', 'ALREADY_IN'] as const;
export type PushSkip = (typeof pushSkips)[number];

/** Do Not Contact must not lead to further mails, so that it is no trigger. */
const doNotContact = 4;
const seqNumber = z.number().int().min(1).max(100).nullable().default(null);

/** One trigger; each kind at most once in a subsequence. `seq_number`: only e-mails of this step of the parent. */
export const subsequenceTrigger = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('CATEGORY'),
    category_ids: z
      .array(idParam)
      .min(1, 'needs at least one category')
      .max(50)
      .refine(
        (ids) => !ids.includes(doNotContact),
        'can’t include Do Not Contact: those leads are never emailed again',
      ),
  }),
  z.object({ kind: z.literal('OPEN'), seq_number: seqNumber }),
  z.object({ kind: z.literal('REPLY'), seq_number: seqNumber }),
  z.object({ kind: z.literal('CLICK'), seq_number: seqNumber }),
  z.object({
    kind: z.literal('REPLY_TEXT'),
    phrases: z
      .array(z.string().trim().min(2, 'needs at least 2 characters').max(200))
      .min(1, 'needs at least one phrase')
      .max(50),
    match_all: z.boolean().default(false),
    seq_number: seqNumber,
  }),
  z.object({ kind: z.literal('LINKEDIN_CONNECTION'), connection: z.enum(linkedInStates).default('ACCEPTED') }),
  z.object({
    kind: z.literal('RE_ENGAGEMENT'),
    silence_days: z.number().int().min(1, 'must be at least 1 day').max(365),
  }),
  z.object({ kind: z.literal('BOUNCE') }),
]);
export type SubsequenceTrigger = z.output<typeof subsequenceTrigger>;

export const triggerList = z
  .array(subsequenceTrigger)
  .max(subsequenceTriggers.length)
  .refine((list) => new Set(list.map((one) => one.kind)).size === list.length, 'can name each condition once');

/** Everything that decides who comes into a subsequence, and when. Nothing in `triggers` means: only manually. */
export const subsequenceRule = z.object({
  triggers: triggerList,
  /** From the event to the first step, in seconds of campaign time. */
  delay_seconds: z.number().int().min(0).max(longestPushDelay),
  /** A reply in the parent (or in another subsequence of it) stops the lead here. */
  stop_on_parent_reply: z.boolean(),
});
export type SubsequenceRule = z.output<typeof subsequenceRule>;
