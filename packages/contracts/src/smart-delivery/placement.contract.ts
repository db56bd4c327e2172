import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, idParam, instant } from '../schemas';
import { changedTest, draftedTest, newTest, seedKindsOfLeads } from './placement-new-test';
import {
  insight,
  listedPlacements,
  listedStatuses,
  mailboxRun,
  mailRow,
  message,
  placementTypes,
  report,
  testRow,
} from './placement-shapes';

const text = (most: number) => z.string().trim().min(1, 'is needed').max(most);
const read = { who: 'person', may: 'deliverability.read' } as const;
const write = { who: 'person', may: 'deliverability.write' } as const;
const days = z.coerce.number().int().min(1).max(365).optional();
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
          z.object({
            provider: z.string(),
            region: z.string(),
            count: z.number().int(),
            /** Of these, connected by the workspace itself. */
            own: z.number().int(),
            is_sandbox: z.boolean(),
          }),
        ),
        senders: z.array(z.object({ id: z.number().int(), email: z.string() })),
        /** Automatic tests that run on, of how many the plan holds. */
        monitors: z.object({ used: z.number().int(), limit: z.number().int().nullable() }),
      }),
    },
    leadShares: {
      method: 'GET',
      path: '/api/smart-delivery/lead-shares',
      access: read,
      summary: 'Providers of the leads of a campaign, or of all leads, and how many seeds have the same shares',
      query: z.object({ campaign_id: idOf('campaign').optional() }),
      response: z.object({
        leads: z.number().int(),
        rows: z.array(
          z.object({
            provider: z.enum(seedKindsOfLeads),
            leads: z.number().int(),
            /** Seeds that there are, and as many of them as a test of these shares takes. */
            seeds: z.number().int(),
            chosen: z.number().int(),
          }),
        ),
      }),
    },
    folders: {
      method: 'GET',
      path: '/api/smart-delivery/folders',
      access: read,
      summary: 'Folders of placement tests',
      query: z.object({
        /** Part of the name. */
        search: z.string().trim().max(100).optional(),
        offset: z.coerce.number<number>().int().min(0).max(100_000).default(0),
        /** Left out: all of them. */
        limit: z.coerce.number<number>().int().min(1).max(1_000).optional(),
      }),
      response: z.object({
        rows: z.array(
          z.object({ id: z.number().int(), name: z.string(), tests: z.number().int(), created_at: instant }),
        ),
        total: z.number().int(),
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
      query: z.object({
        type: z.enum(placementTypes).optional(),
        folder_id: idParam.optional(),
        /** Part of the name, or of the campaign's. */
        search: z.string().trim().max(100).optional(),
        status: z.enum(listedStatuses).optional(),
        offset: z.coerce.number<number>().int().min(0).max(10_000).default(0),
        limit: z.coerce.number<number>().int().min(1).max(200).default(100),
      }),
      response: z.object({ rows: z.array(testRow), total: z.number().int() }),
    },
    addTest: {
      method: 'POST',
      path: '/api/smart-delivery/tests',
      access: write,
      summary: 'Create a placement test and begin its first run',
      body: newTest,
      response: z.object({ id: z.number().int() }),
    },
    report: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId',
      access: read,
      summary: 'One placement test with the report of a run, the latest unless named',
      params: testParams,
      query: z.object({
        run: idParam.optional(),
        /** `none` leaves `mails` empty: `summary` has the figures, and `GET …/mails` the emails a page at a time. */
        mails: z.enum(['all', 'none']).default('all'),
      }),
      response: report,
    },
    mails: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId/mails',
      access: read,
      summary: 'Emails of a run of a placement test, the latest unless named, a page at a time',
      params: testParams,
      query: z.object({
        run: idParam.optional(),
        /** Part of the seed’s or the sender’s address, the provider, the region, or “variant B”. */
        search: z.string().trim().max(100).optional(),
        provider: z.string().max(60).optional(),
        region: z.string().max(60).optional(),
        placement: z.enum(listedPlacements).optional(),
        kind: z.enum(['REAL', 'CONTROL']).optional(),
        offset: z.coerce.number<number>().int().min(0).max(100_000).default(0),
        limit: z.coerce.number<number>().int().min(1).max(200).default(50),
      }),
      response: z.object({ rows: z.array(mailRow), total: z.number().int() }),
    },
    testSettings: {
      method: 'GET',
      path: '/api/smart-delivery/tests/:placementTestId/settings',
      access: write,
      summary: 'What a placement test is made of, in the form of a new one',
      params: testParams,
      response: z.object({
        /** Without mailboxes that are gone. Where no seed is left, `seed_groups` still names those of its seeds: empty would mean all. */
        test: draftedTest,
        /** How many of its seeds and mailboxes are gone: a copy does without them. */
        gone: z.object({ seeds: z.number().int(), mailboxes: z.number().int() }),
        /** The name of its campaign; null without one that the person may see. */
        campaign: z.string().nullable(),
      }),
    },
    changeTest: {
      method: 'PATCH',
      path: '/api/smart-delivery/tests/:placementTestId',
      access: write,
      summary: 'Rename or move a placement test, or change its schedule and rules; its text, mailboxes and seeds stay',
      params: testParams,
      body: changedTest,
      response: done,
    },
    stop: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/stop',
      access: write,
      summary: 'Stop a placement test; what was found stays',
      params: testParams,
      response: done,
    },
    pause: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/pause',
      access: write,
      summary: 'Pause an automatic test: a run in progress finishes, and none starts until the test is resumed',
      params: testParams,
      response: done,
    },
    resume: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/resume',
      access: write,
      summary: 'Resume a paused automatic test; its next run is the next one of its schedule',
      params: testParams,
      response: done,
    },
    lookNow: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/looks',
      access: write,
      summary: 'Look into the seeds of the latest run now',
      params: testParams,
      response: done,
    },
    closeRun: {
      method: 'POST',
      path: '/api/smart-delivery/tests/:placementTestId/close',
      access: write,
      summary: 'Close a run that a person sends with another tool; what has not arrived is missing',
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
      summary: 'Placement of each mailbox over its tests, of all time or of the newest days',
      query: z.object({
        days,
        /** Part of the address. */
        search: z.string().trim().max(254).optional(),
        offset: z.coerce.number<number>().int().min(0).max(100_000).default(0),
        /** Left out: all of them. */
        limit: z.coerce.number<number>().int().min(1).max(1_000).optional(),
      }),
      response: z.object({ rows: z.array(insight), total: z.number().int() }),
    },
    insightRuns: {
      method: 'GET',
      path: '/api/smart-delivery/mailboxes/:mailboxId/runs',
      access: read,
      summary: 'Runs of placement tests that a mailbox took part in, newest first, with its result in each',
      params: z.object({ mailboxId: idOf('mailbox') }),
      query: z.object({
        days,
        offset: z.coerce.number<number>().int().min(0).max(100_000).default(0),
        limit: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
      response: z.object({ rows: z.array(mailboxRun), total: z.number().int() }),
    },
  },
});
