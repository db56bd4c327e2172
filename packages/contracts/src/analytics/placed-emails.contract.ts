import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idList, instant, pageOf, pageQuery, text } from '../schemas';
import { withRange } from './figures';
import { providerEnds } from './narrowing';

/** Those that landed in spam, or all whose folder is known. */
export const placedFigures = ['spam', 'placed'] as const;
export type PlacedFigure = (typeof placedFigures)[number];
/** The tables of figures that count where emails landed. */
export const placedGroupings = ['mailbox', 'domain'] as const;

const which = {
  campaign_ids: idList.optional(),
  client_ids: idList.optional(),
  mailbox_ids: idList.optional(),
  /** Tags of campaigns. */
  tag_ids: idList.optional(),
  figure: z.enum(placedFigures).default('placed'),
  /** With `group_key`, one row of a table of figures. */
  group_by: z.enum(placedGroupings).optional(),
  group_key: text(300).optional(),
  from_provider: z.enum(providerEnds).optional(),
  to_provider: z.enum(providerEnds).optional(),
};

/** A warmup or test email whose folder is known. */
export const placedEmail = z.object({
  id: z.string(),
  sent_at: instant,
  kind: z.enum(['WARMUP', 'TEST']),
  mailbox: z.object({ id: z.number().int(), from_email: z.string(), is_removed: z.boolean() }),
  /** Who hosts the mailbox that received it. */
  provider: z.enum(providerEnds).exclude(['any']),
  landed: z.enum(['INBOX', 'TAB', 'SPAM']),
  /** The placement test it belongs to; null for warmup, and for a test that is deleted or that the person may not see. */
  test: z.object({ id: z.number().int(), name: z.string(), type: z.enum(['manual', 'auto']) }).nullable(),
});
export type PlacedEmail = z.output<typeof placedEmail>;

/** The emails behind the share in spam: of warmup and of placement tests. */
export const placedEmailsContract = defineContract({
  service: 'analytics',
  tag: 'Insights',
  endpoints: {
    listPlacedEmails: {
      method: 'GET',
      path: '/api/analytics/insights/placed',
      access: { who: 'person', may: 'insights.read' },
      summary: 'Warmup and test emails behind the share in spam, newest first',
      query: withRange({ ...which, ...pageQuery(50).shape }, { required: true }),
      response: pageOf(placedEmail),
    },
    exportPlacedEmails: {
      method: 'GET',
      path: '/api/analytics/insights/placed/export',
      access: { who: 'person', may: 'insights.export' },
      summary: 'Warmup and test emails behind the share in spam, as CSV',
      answer: 'raw',
      query: withRange(which, { required: true }),
      response: z.string(),
    },
  },
});
