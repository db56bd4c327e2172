import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, idParam, instant } from '../schemas';
import { placementTally } from './placement-shapes';

const read = { who: 'person', may: 'deliverability.read' } as const;
const write = { who: 'person', may: 'deliverability.write' } as const;
const testParams = z.object({ placementTestId: idParam });
const run = z.object({ run: idParam.optional() });
const token = z.object({ token: z.string().min(1).max(200) });
/** Days for which a link to a report works. */
export const shareDays = { usual: 30, most: 365 } as const;

const change = z.object({ name: z.string(), before: placementTally.nullable(), after: placementTally.nullable() });
export const comparison = z.object({
  name: z.string(),
  runs: z.array(z.object({ number: z.number().int(), started_at: instant, ...placementTally.shape })).length(2),
  by_provider: z.array(change),
  by_region: z.array(change),
  by_sender: z.array(change),
  /** Emails of the real copy that pass each check, of those that arrived. */
  checks: z.array(
    z.object({
      check: z.enum(['SPF', 'DKIM', 'DMARC']),
      before: z.object({ passed: z.number().int(), of: z.number().int() }),
      after: z.object({ passed: z.number().int(), of: z.number().int() }),
    }),
  ),
  /** Block lists that name an address or a domain in one of the two runs only. */
  lists: z.array(z.object({ subject: z.string(), list: z.string(), is_new: z.boolean() })),
});
export type PlacementComparison = z.output<typeof comparison>;

const share = z.object({
  id: z.number().int(),
  url: z.string(),
  client: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  is_expired: z.boolean(),
});
export type PlacementShareView = z.output<typeof share>;

/** What is made of placement results: comparisons, files, and links for clients. */
export const placementReportsContract = defineContract({
  service: 'smart-delivery',
  tag: 'Deliverability',
  endpoints: {
    compare: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId/comparison',
      access: read,
      summary: 'Two runs of a placement test side by side; the latest two unless named',
      params: testParams,
      query: z.object({ run: idParam.optional(), with: idParam.optional() }),
      response: comparison,
    },
    exportCsv: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId/export.csv',
      access: read,
      summary: 'Every email of a run as CSV',
      answer: 'raw',
      params: testParams,
      query: run,
      response: z.string(),
    },
    exportPdf: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId/export.pdf',
      access: read,
      summary: 'The report of a run as PDF',
      answer: 'raw',
      params: testParams,
      query: run,
      response: z.string(),
    },
    shares: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId/shares',
      access: write,
      summary: 'Links by which clients see the report of a placement test, and the clients of its mailboxes',
      params: testParams,
      response: z.object({
        rows: z.array(share),
        clients: z.array(z.object({ id: z.number().int(), name: z.string() })),
      }),
    },
    addShare: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/shares',
      access: write,
      summary:
        'Create a link to the latest report of a placement test; a client sees the results of its own mailboxes only',
      params: testParams,
      body: z.object({
        client_id: idOf('client').nullable().default(null),
        days: z.number().int().min(1).max(shareDays.most).default(shareDays.usual),
      }),
      response: share,
    },
    revokeShare: {
      method: 'DELETE',
      path: '/api/smart-delivery/tests/:placementTestId/shares/:placementShareId',
      access: write,
      summary: 'Revoke a link to a report',
      params: testParams.extend({ placementShareId: idParam }),
      response: done,
    },
    sharedReport: {
      method: 'GET',
      path: '/api/smart-delivery/shared/:token',
      access: { who: 'link' },
      summary: 'The report that a link shows, in the brand of the agency',
      answer: 'raw',
      params: token,
      response: z.string(),
    },
    sharedPdf: {
      method: 'GET',
      path: '/api/smart-delivery/shared/:token/report.pdf',
      access: { who: 'link' },
      summary: 'The report that a link shows, as PDF',
      answer: 'raw',
      params: token,
      response: z.string(),
    },
  },
});
