import { z } from 'zod';
import { campaignStatuses, pageSizes } from '../constants';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { idList } from '../schemas';
import { countsView, daysView, figureRow, ratesView, statisticsView, withRange } from './figures';
import { measures } from './measures';
import { narrowing } from './narrowing';
import { pageOf, pageQuery } from '../schemas';

const read = { who: 'person', may: 'analytics.read' } as const;
/** Without a filter everything of the workspace that the person may see. */
const filter = {
  campaign_ids: idList.optional(),
  client_ids: idList.optional(),
  mailbox_ids: idList.optional(),
  /** Tags of campaigns. */
  tag_ids: idList.optional(),
};
const table = {
  sort: z.enum(['name', ...measures]).default('sent'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
  limit: z.coerce.number<number>().int().min(1).max(200).default(pageSizes.analytics),
  search: z.string().trim().max(200).optional(),
};

/** Of the range before; null for figures of all time. */
const previous = z.object({ counts: countsView, rates: ratesView }).nullable();

export const byCampaignRow = z.object({
  campaign_id: z.number().int().nullable(),
  name: z.string(),
  status: z.enum(campaignStatuses).nullable(),
  client_name: z.string().nullable(),
  counts: countsView,
  rates: ratesView,
  previous,
});
export type ByCampaignRow = z.output<typeof byCampaignRow>;
export const byMailboxRow = z.object({
  mailbox_id: z.number().int(),
  from_email: z.string(),
  from_name: z.string().nullable(),
  is_removed: z.boolean(),
  counts: countsView,
  rates: ratesView,
  previous,
});
export type ByMailboxRow = z.output<typeof byMailboxRow>;

/** Figures over all campaigns, and of mailboxes. */
export const workspaceAnalyticsContract = defineContract({
  service: 'analytics',
  tag: 'Analytics',
  endpoints: {
    overallStatistics: {
      method: 'GET',
      path: '/api/analytics/overall',
      access: read,
      summary: 'Figures over all campaigns',
      query: withRange(filter),
      response: statisticsView,
    },
    overallDays: {
      method: 'GET',
      path: '/api/analytics/overall/days',
      access: read,
      summary: 'Figures over all campaigns by day',
      query: withRange(filter, { required: true }),
      response: daysView,
    },
    overallByCampaign: {
      method: 'GET',
      path: '/api/analytics/overall/by-campaign',
      access: read,
      summary: 'Figures by campaign; the rows sum to the whole',
      query: withRange({ ...filter, ...table }),
      response: z.object({ rows: z.array(byCampaignRow), total: z.number().int() }),
    },
    overallByMailbox: {
      method: 'GET',
      path: '/api/analytics/overall/by-mailbox',
      access: read,
      summary: 'Figures by mailbox; the rows sum to the whole',
      query: withRange({ ...filter, ...table }),
      response: z.object({ rows: z.array(byMailboxRow), total: z.number().int() }),
    },
    overallRows: {
      method: 'GET',
      path: '/api/analytics/overall/rows',
      access: read,
      summary: 'The rows behind one figure',
      query: withRange({
        ...filter,
        ...narrowing,
        measure: z.enum(measures),
        ...pageQuery(50).shape,
      }),
      response: pageOf(figureRow),
    },
    exportOverall: {
      method: 'GET',
      path: '/api/analytics/overall/export',
      access: { who: 'person', may: 'lead.export' },
      summary: 'Days, campaigns, mailboxes or the rows behind a figure, as CSV',
      answer: 'raw',
      query: withRange({
        ...filter,
        ...narrowing,
        what: z.enum(['days', 'campaigns', 'mailboxes', 'rows']).default('days'),
        measure: z.enum(measures).default('sent'),
      }),
      response: z.string(),
    },
    mailboxStatistics: {
      method: 'GET',
      path: '/api/analytics/mailboxes/:mailboxId/statistics',
      access: read,
      summary: 'Figures of one mailbox',
      params: z.object({ mailboxId: idOf('mailbox') }),
      query: withRange({}),
      response: statisticsView,
    },
    mailboxDays: {
      method: 'GET',
      path: '/api/analytics/mailboxes/:mailboxId/days',
      access: read,
      summary: 'Figures of one mailbox by day',
      params: z.object({ mailboxId: idOf('mailbox') }),
      query: withRange({}, { required: true }),
      response: daysView,
    },
  },
});
