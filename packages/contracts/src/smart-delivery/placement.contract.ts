import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, instant, instantInput } from '../schemas';

import { group, message, placementLimits, placementTypes, report, testRow } from './placement-shapes';

const text = (most: number) => z.string().trim().min(1, 'is needed').max(most);
const read = { who: 'person', may: 'deliverability.read' } as const;
const write = { who: 'person', may: 'deliverability.write' } as const;
const testParams = z.object({ placementTestId: idParam });

/** Placement tests: where mails of the workspace's mailboxes land at seeds. */
export const placementContract = defineContract({
  service: 'smart-delivery',
  tag: 'Deliverability',
  endpoints: {
    choices: {
      method: 'GET',
      path: '/api/smart-delivery/choices',
      access: read,
      summary: 'Seeds by provider and region, and the mailboxes that can send a test',
      response: z.object({
        seeds: z.array(
          z.object({ provider: z.string(), region: z.string(), count: z.number().int(), is_sandbox: z.boolean() }),
        ),
        senders: z.array(z.object({ id: z.number().int(), email: z.string() })),
      }),
    },
    folders: {
      method: 'GET',
      path: '/api/smart-delivery/folders',
      access: read,
      summary: 'Folders of placement tests',
      response: z.object({
        rows: z.array(
          z.object({ id: z.number().int(), name: z.string(), tests: z.number().int(), created_at: instant }),
        ),
      }),
    },
    addFolder: {
      method: 'POST',
      path: '/api/smart-delivery/folders',
      access: write,
      summary: 'Add a folder of placement tests',
      body: z.object({ name: text(100) }),
      response: z.object({ id: z.number().int() }),
    },
    deleteFolder: {
      method: 'DELETE',
      path: '/api/smart-delivery/folders/:placementFolderId',
      access: write,
      summary: 'Delete a folder; its tests stay without one',
      params: z.object({ placementFolderId: idParam }),
      response: done,
    },
    tests: {
      method: 'GET',
      path: '/api/smart-delivery/tests',
      access: read,
      summary: 'Placement tests, newest first, with the result of their latest run',
      query: z.object({ type: z.enum(placementTypes).optional(), folder_id: idParam.optional() }),
      response: z.object({ rows: z.array(testRow) }),
    },
    addTest: {
      method: 'POST',
      path: '/api/smart-delivery/tests',
      access: write,
      summary: 'Create a placement test and begin its first run',
      body: z.object({
        name: text(100),
        type: z.enum(placementTypes),
        folder_id: idParam.nullable().default(null),
        description: z.string().trim().max(500).default(''),
        subject: text(500),
        body_text: text(50_000),
        body_html: z.string().max(100_000).nullable().default(null),
        /** The step that the text was taken from, as one of its leads gets it; both or none. */
        campaign_id: idParam.nullable().default(null),
        variant_id: idParam.nullable().default(null),
        /** Each sender also sends a plain, neutral email to each seed. */
        has_control: z.boolean().default(false),
        checks_links: z.boolean().default(true),
        checks_spam: z.boolean().default(true),
        /** A mailbox whose placement in percent falls below this after a run rests, or gets the daily limit `cap_to`. */
        rest_below: z.number().int().min(1).max(100).nullable().default(null),
        cap_to: z.number().int().min(1).max(10_000).nullable().default(null),
        sender_ids: z.array(idParam).min(1, 'needs a mailbox').max(placementLimits.senders),
        /** Empty for all. */
        providers: z.array(z.string().max(60)).max(50).default([]),
        regions: z.array(z.string().max(60)).max(50).default([]),
        /** Single providers in single regions; empty for all. */
        seed_groups: z
          .array(z.object({ provider: z.string().max(60), region: z.string().max(60) }))
          .max(500)
          .default([]),
        every_days: z.number().int().min(1).max(placementLimits.everyDays).nullable().default(null),
        ends_at: instantInput.nullable().default(null),
      }),
      response: z.object({ id: z.number().int() }),
    },
    report: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId',
      access: read,
      summary: 'One placement test with the report of a run, the latest unless named',
      params: testParams,
      query: z.object({ run: idParam.optional() }),
      response: report,
    },
    stop: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/stop',
      access: write,
      summary: 'Stop a placement test; what was found stays',
      params: testParams,
      response: done,
    },
    runAgain: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/runs',
      access: write,
      summary: 'Run a placement test again',
      params: testParams,
      response: z.object({ run: z.number().int() }),
    },
    checkAgain: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/checks',
      access: write,
      summary: 'Ask DNS, block lists and links again about the latest run of a placement test',
      params: testParams,
      response: done,
    },
    publishRecord: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/records',
      access: write,
      summary: 'Publish the TXT record of an action step in the DNS of the sandbox',
      params: testParams,
      body: z.object({ step: text(300) }),
      response: done,
    },
    deleteTest: {
      method: 'DELETE',
      path: '/api/smart-delivery/tests/:placementTestId',
      access: write,
      summary: 'Delete a placement test with its results',
      params: testParams,
      response: done,
    },
    message: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId/mails/:placementMailId',
      access: read,
      summary: 'One mail of a test as it arrived: headers and route',
      params: testParams.extend({ placementMailId: idParam }),
      response: message,
    },
    insights: {
      method: 'GET',
      path: '/api/smart-delivery/mailboxes',
      access: read,
      summary: 'Placement of each mailbox over its tests',
      response: z.object({ rows: z.array(group) }),
    },
  },
});
