import { z } from 'zod';
import { countsView, ratesView } from './figures';

const results = { contacted: z.number().int(), replied: z.number().int(), positive: z.number().int() };

/** What a year brought, and what brought most of it. */
export const recapView = z.object({
  year: z.number().int(),
  counts: countsView,
  rates: ratesView,
  months: z.array(z.object({ month: z.number().int(), sent: z.number().int(), positive: z.number().int() })),
  /** The one with the most positive replies, of the campaigns below. */
  best_email: z
    .object({
      campaign_id: z.number().int(),
      campaign_name: z.string(),
      seq_number: z.number().int(),
      /** Of the variant; null where the step has one only. */
      label: z.string().nullable(),
      subject: z.string(),
      sent: z.number().int(),
      replied: z.number().int(),
      positive: z.number().int(),
    })
    .nullable(),
  /** The first of `campaigns`, for remotes that were deployed before there were more. */
  best_campaign: z.object({ id: z.number().int(), name: z.string(), positive: z.number().int() }).nullable(),
  /** Up to five, the most positive replies first. */
  campaigns: z.array(z.object({ id: z.number().int(), name: z.string(), ...results })),
  /** Who answered positive replies, the most first; `name` is null for answers from another mail client. */
  people: z.array(
    z.object({ name: z.string().nullable(), answered: z.number().int(), median_seconds: z.number().nullable() }),
  ),
  best_day: z.object({ date: z.string(), positive: z.number().int() }).nullable(),
});
