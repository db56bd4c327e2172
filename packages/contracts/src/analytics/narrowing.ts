import { z } from 'zod';
import { idParam, text } from '../schemas';
import { insightGroupings } from './insights.contract';

/** Who hosts mailboxes and leads, as the provider pages tell them apart. `any` is whichever is known. */
export const providerEnds = ['Google', 'Microsoft 365', 'Zoho', 'Other', 'any'] as const;
export type ProviderEnd = (typeof providerEnds)[number];

/** What became of a positive reply. `due` are those answered in time and those that are late. */
export const answerStates = ['answered', 'unanswered', 'in_time', 'late', 'answered_late', 'open_late', 'due'] as const;
export type AnswerState = (typeof answerStates)[number];

const seconds = z.coerce.number<number>().int().min(0).max(100_000_000);
const idOrNone = z.union([z.literal('none'), idParam]);

/** What a figure is about beyond the filter of its page: the list behind it is narrowed to exactly the rows that it counts. */
export const narrowing = {
  /** With `group_key`, one row of a table of figures; the key is left out for what belongs to none. */
  group_by: z.enum(insightGroupings).optional(),
  group_key: text(300).optional(),
  from_provider: z.enum(providerEnds).optional(),
  to_provider: z.enum(providerEnds).optional(),
  category: idOrNone.optional(),
  sentiment: z.enum(['positive', 'neutral', 'negative', 'none']).optional(),
  step: z.union([z.literal('none'), z.coerce.number<number>().int().min(1).max(1_000)]).optional(),
  /** Seconds from the email to the event. */
  took_from: seconds.optional(),
  took_to: seconds.optional(),
  answer: z.enum(answerStates).optional(),
  /** Seconds from the reply to its first answer. */
  answer_from: seconds.optional(),
  answer_to: seconds.optional(),
  /** A person, or `mailbox` for answers written in the mailbox's own program. */
  answered_by: z.union([z.literal('mailbox'), idParam]).optional(),
  assigned_to: idOrNone.optional(),
  /** Of the event, in the zone of the range: Monday is 1, `hour` begins two hours. */
  weekday: z.coerce.number<number>().int().min(1).max(7).optional(),
  hour: z.coerce.number<number>().int().min(0).max(23).optional(),
};
export const narrowingSchema = z.object(narrowing);
export type Narrowing = z.output<typeof narrowingSchema>;
