import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, instant, instantInput } from '../schemas';

export const placementTypes = ['manual', 'auto'] as const;
export const placements = ['INBOX', 'TAB', 'SPAM', 'MISSING'] as const;
/** Senders of one test at most; share of mails in inbox and tabs from which a run passes (docs/domain.md, Deliverability). */
export const placementLimits = { senders: 50, everyDays: 90, passPercent: 85 } as const;

const tally = {
  mails: z.number().int(),
  inbox: z.number().int(),
  tab: z.number().int(),
  spam: z.number().int(),
  missing: z.number().int(),
  failed: z.number().int(),
  waiting: z.number().int(),
  /** Of the mails whose place is known, those in inbox or a tab, in percent; null while none is known. */
  score: z.number().int().nullable(),
};
export const placementTally = z.object(tally);
export type PlacementTally = z.output<typeof placementTally>;
const group = z.object({ ...tally, name: z.string(), seconds: z.number().int().nullable() });
export type PlacementGroup = z.output<typeof group>;

const testRow = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.enum(placementTypes),
  folder_id: z.number().int().nullable(),
  subject: z.string(),
  senders: z.number().int(),
  seeds: z.number().int(),
  every_days: z.number().int().nullable(),
  next_run_at: instant.nullable(),
  ends_at: instant.nullable(),
  runs: z.number().int(),
  is_stopped: z.boolean(),
  created_at: instant,
  status: z.enum(['RUNNING', 'PASS', 'FAIL', 'STOPPED']),
  latest: placementTally,
});
export type PlacementTestRow = z.output<typeof testRow>;

const mailRow = z.object({
  id: z.number().int(),
  mailbox_id: z.number().int(),
  sender: z.string(),
  seed_id: z.number().int(),
  seed: z.string(),
  provider: z.string(),
  region: z.string(),
  state: z.enum(['PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT', 'FAILED', 'CANCELLED']),
  send_at: instant,
  sent_at: instant.nullable(),
  landed: z.enum(placements).nullable(),
  landed_at: instant.nullable(),
  found_in: z.string().nullable(),
  failure_text: z.string().nullable(),
});
export type PlacementMailRow = z.output<typeof mailRow>;

const record = z.object({ verdict: z.string(), record: z.string().nullable(), text: z.string() });
const step = z.object({ title: z.string(), text: z.string(), weight: z.enum(['high', 'medium', 'low']) });
export type PlacementStep = z.output<typeof step>;

const report = testRow.extend({
  body_text: z.string(),
  is_sandbox: z.boolean(),
  /** Number of the run that is shown, and all of them. */
  run: z.number().int(),
  history: z.array(z.object({ number: z.number().int(), started_at: instant, ...tally })),
  by_provider: z.array(group),
  by_region: z.array(group),
  by_sender: z.array(group),
  mails: z.array(mailRow),
  /** What DNS says of the domain of each sender, from the last check of its mailbox. */
  domains: z.array(
    z.object({ sender: z.string(), spf: record.nullable(), dkim: record.nullable(), dmarc: record.nullable() }),
  ),
  content: z.object({
    size: z.number().int(),
    words: z.number().int(),
    links: z.array(z.string()),
    findings: z.array(z.object({ text: z.string(), reason: z.string() })),
  }),
  steps: z.array(step),
});
export type PlacementReport = z.output<typeof report>;

const message = mailRow.extend({
  headers: z.string().nullable(),
  hops: z.array(z.object({ from: z.string(), by: z.string(), ip: z.string().nullable(), at: instant.nullable() })),
});
export type PlacementMessage = z.output<typeof message>;

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
        subject: text(500),
        body_text: text(50_000),
        sender_ids: z.array(idParam).min(1, 'needs a mailbox').max(placementLimits.senders),
        /** Empty for all. */
        providers: z.array(z.string().max(60)).max(50).default([]),
        regions: z.array(z.string().max(60)).max(50).default([]),
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
