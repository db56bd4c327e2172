import { z } from 'zod';
import { limits } from '../constants';
import { dayInput, flag, instant, timeZone } from '../schemas';
import { measures, timeAxes } from './measures';

/** Schemas that the contracts of analytics share. */

/** One count for each measure. */
export const countsView = z.object(
  Object.fromEntries(measures.map((measure) => [measure, z.number().int()])) as Record<
    (typeof measures)[number],
    z.ZodNumber
  >,
);
export type Counts = z.output<typeof countsView>;

export const ratesView = z.object({
  opened: z.number().nullable(),
  clicked: z.number().nullable(),
  replied: z.number().nullable(),
  positive: z.number().nullable(),
  meetings: z.number().nullable(),
  unsubscribed: z.number().nullable(),
  bounced: z.number().nullable(),
  sender_bounced: z.number().nullable(),
});
export type Rates = z.output<typeof ratesView>;

const dayCount = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/** The 31st of February reads as a day of March: it does not come back as it was written. */
const exists = (day: string) =>
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

const range = {
  /** First and last day, both counted, in `time_zone`. */
  from: dayInput.optional(),
  to: dayInput.optional(),
  time_zone: timeZone.default('Etc/GMT'),
  axis: z.enum(timeAxes).default('event'),
  include_out_of_office: flag.default(false),
};

type RangeGiven = { from?: string | undefined; to?: string | undefined };

/** Adds the rules of a range: both days or none, in order, at most 31 of them (docs/domain.md, Lists and limits). */
export function withRange<Shape extends z.ZodRawShape>(shape: Shape, options: { required?: boolean } = {}) {
  return z.object({ ...range, ...shape }).superRefine((given, context) => {
    const { from, to } = given as RangeGiven;
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (from === undefined && to === undefined) {
      if (options.required) refuse('from', 'is required');
      return;
    }
    if (from === undefined) return refuse('from', 'is required with to');
    if (to === undefined) return refuse('to', 'is required with from');
    if (!exists(from)) return refuse('from', 'must be a day that exists');
    if (!exists(to)) return refuse('to', 'must be a day that exists');
    if (from > to) return refuse('from', 'must not be after to');
    if (dayCount(from, to) > limits.analyticsDays)
      refuse('to', `can be at most ${limits.analyticsDays} days after from`);
  });
}

export const rangeView = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  time_zone: z.string(),
  axis: z.enum(timeAxes),
  include_out_of_office: z.boolean(),
});

/** Figures of a range and, when the range has ends, of the range of the same length before it. */
export const statisticsView = z.object({
  range: rangeView,
  counts: countsView,
  rates: ratesView,
  previous: z.object({ from: z.string(), to: z.string(), counts: countsView, rates: ratesView }).nullable(),
  /** Single happenings rather than leads: every open, every click, every reply. Machine opens are in none of the figures. */
  happenings: z.object({
    opens: z.number().int(),
    clicks: z.number().int(),
    replies: z.number().int(),
    automatic_replies: z.number().int(),
    machine_opens: z.number().int(),
    machine_clicks: z.number().int(),
  }),
});
export type StatisticsView = z.output<typeof statisticsView>;

/** One row a day of the range, days without anything included; each column sums to the figure of the range. */
export const dayView = countsView.extend({ date: z.string() });
export const daysView = z.object({ range: rangeView, days: z.array(dayView) });
export type DaysView = z.output<typeof daysView>;

/** One row behind a figure: the event that was counted. */
export const figureRow = z.object({
  id: z.string(),
  at: instant,
  sent_at: instant.nullable(),
  kind: z.string(),
  lead: z
    .object({ id: z.number().int(), email: z.string(), name: z.string(), company_name: z.string().nullable() })
    .nullable(),
  campaign: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  enrolment_id: z.number().int().nullable(),
  mailbox: z.object({ id: z.number().int(), from_email: z.string() }).nullable(),
  seq_number: z.number().int().nullable(),
  variant_label: z.string().nullable(),
  subject: z.string().nullable(),
  stats_id: z.string().nullable(),
  category_id: z.number().int().nullable(),
  category_name: z.string().nullable(),
  /** What it rests on, in a few words: the server's answer, the address of the link. */
  evidence_text: z.string().nullable(),
});
export type FigureRow = z.output<typeof figureRow>;
