import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idParam, instant } from '../schemas';
import { placements, placementTypes } from '../smart-delivery/placement-shapes';
import {
  bySender,
  counts,
  grouped,
  hop,
  listed,
  listing,
  made,
  params,
  placed,
  readTest,
  reply,
  scheduledTest,
  test,
} from './spam-test-shapes';
import { alias, done, ids, listOf, normalise, offset, okay, whole } from './wire';

const read = { who: 'person', may: 'deliverability.read' } as const;
const write = { who: 'person', may: 'deliverability.write' } as const;
const text = (most: number) => z.string().trim().max(most, `can have at most ${most} characters`);
const get = <Response extends z.ZodType>(name: string, summary: string, response: Response) =>
  ({
    method: 'GET',
    path: `/api/v1/spam-test/report/:placementTestId/${name}`,
    access: read,
    answer: 'bare',
    summary,
    params,
    response,
  }) as const;

/** Placement tests on the wire (docs/public-api.md, Placement tests): the same tests and results that the screens show. */
export const v1SpamTestsContract = defineContract({
  service: 'main',
  tag: 'API v1: spam tests',
  endpoints: {
    createManual: {
      method: 'POST',
      path: '/api/v1/spam-test/manual',
      access: write,
      answer: 'bare',
      summary: 'Run a placement test of a campaign step once',
      body: z.preprocess(readTest, z.object(test)),
      response: made,
    },
    createScheduled: {
      method: 'POST',
      path: '/api/v1/spam-test/schedule',
      access: write,
      answer: 'bare',
      summary: 'Run a placement test of a campaign step now and at an interval',
      body: z.preprocess(readTest, z.object(scheduledTest)),
      response: made,
    },
    list: {
      method: 'POST',
      path: '/api/v1/spam-test/report',
      access: read,
      answer: 'bare',
      summary: 'Placement tests, newest first',
      query: z.object({ testType: z.enum(placementTypes).optional() }),
      body: z.object({ limit: whole(1, 100).default(20), offset }).default({ limit: 20, offset: 0 }),
      response: z.array(listed),
    },
    deleteMany: {
      method: 'POST',
      path: '/api/v1/spam-test/delete',
      access: write,
      answer: 'bare',
      summary: 'Delete placement tests with their results',
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'spamTestIds', 'spam_test_ids', 'ids');
          return { ...body, spamTestIds: listOf(body['spamTestIds']) };
        }),
        z.object({ spamTestIds: ids.min(1, 'needs a test').max(100) }),
      ),
      response: done,
    },
    mailboxesSummary: {
      method: 'GET',
      path: '/api/v1/spam-test/report/mailboxes-summary',
      access: read,
      answer: 'bare',
      summary: 'Placement of each mailbox over its tests',
      response: z.array(placed.extend({ id: z.number().int(), from_email: z.string() })),
    },
    mailboxesCount: {
      method: 'GET',
      path: '/api/v1/spam-test/report/mailboxes-count',
      access: read,
      answer: 'bare',
      summary: 'Placement counts over all tests',
      response: z.object(counts),
    },
    seedProviders: {
      method: 'GET',
      path: '/api/v1/spam-test/seed/providers',
      access: read,
      answer: 'bare',
      summary: 'Regions and providers of the seeds, with the number of seeds',
      response: z.array(
        z.object({
          region_id: z.number().int(),
          region_name: z.string(),
          groups: z.array(
            z.object({ group_id: z.number().int(), group_name: z.string(), provider_count: z.number().int() }),
          ),
        }),
      ),
    },
    folders: {
      method: 'GET',
      path: '/api/v1/spam-test/folder',
      access: read,
      answer: 'bare',
      summary: 'Folders of placement tests',
      response: z.array(z.object({ id: z.number().int(), name: z.string() })),
    },
    addFolder: {
      method: 'POST',
      path: '/api/v1/spam-test/folder',
      access: write,
      answer: 'bare',
      summary: 'Add a folder of placement tests',
      body: z.preprocess(
        normalise((body) => alias(body, 'name', 'folderName', 'folder_name')),
        z.object({ name: text(100).min(1, 'is required') }),
      ),
      response: okay.extend({ id: z.number().int(), name: z.string() }),
    },
    folder: {
      method: 'GET',
      path: '/api/v1/spam-test/folder/:placementFolderId',
      access: read,
      answer: 'bare',
      summary: 'A folder with its placement tests',
      params: z.object({ placementFolderId: idParam }),
      response: z.object({ id: z.number().int(), name: z.string(), tests: z.array(listed) }),
    },
    deleteFolder: {
      method: 'DELETE',
      path: '/api/v1/spam-test/folder/:placementFolderId',
      access: write,
      answer: 'bare',
      summary: 'Delete a folder; its tests stay',
      params: z.object({ placementFolderId: idParam }),
      response: done,
    },
    test: {
      method: 'GET',
      path: '/api/v1/spam-test/:placementTestId',
      access: read,
      answer: 'bare',
      summary: 'A placement test',
      params,
      response: listed.extend({
        description: z.string(),
        campaign_id: z.number().int().nullable(),
        sequence_mapping_id: z.number().int().nullable(),
        folder_id: z.number().int().nullable(),
        created_at: instant,
      }),
    },
    stop: {
      method: 'PUT',
      path: '/api/v1/spam-test/:placementTestId/stop',
      access: write,
      answer: 'bare',
      summary: 'Stop a placement test; what was found stays',
      params,
      response: done,
    },
    providerwise: { ...get('providerwise', 'Placement by provider', grouped), method: 'POST' },
    groupwise: { ...get('groupwise', 'Placement by region', grouped), method: 'POST' },
    bySender: get(
      'sender-account-wise',
      'Placement of each email, by sender',
      bySender({
        state: z.string(),
        placement: z.enum(placements).nullable(),
        folder: z.string().nullable(),
        sent_at: instant.nullable(),
        received_at: instant.nullable(),
        failure: z.string().nullable(),
      }),
    ),
    senders: get(
      'sender-accounts',
      'Placement by sender',
      z.array(placed.extend({ from_email: z.string(), seconds: z.number().int().nullable() })),
    ),
    spamFilters: get(
      'spam-filter-details',
      'SpamAssassin result for one email of each sender',
      z.object({
        is_available: z.boolean(),
        result: z.array(
          z.object({
            from_email: z.string(),
            filter: z.literal('SpamAssassin'),
            score: z.number(),
            threshold: z.number(),
            is_spam: z.boolean(),
            rules: z.array(z.object({ name: z.string(), score: z.number(), description: z.string() })),
          }),
        ),
      }),
    ),
    dkim: get(
      'dkim-details',
      'DKIM result of each email that arrived',
      bySender({ dkim_verified: z.boolean().nullable() }),
    ),
    spf: get(
      'spf-details',
      'SPF result of each email that arrived',
      bySender({ spf_verified: z.boolean().nullable() }),
    ),
    rdns: get(
      'rdns-details',
      'Reverse DNS of the sending IP of each email',
      bySender({ ip: z.string().nullable(), rdns_verified: z.boolean().nullable() }),
    ),
    ipLists: get(
      'blacklist',
      'Block list results for each sending IP',
      z.object({
        total_count: z.number().int(),
        listed_count: z.number().int(),
        result: z.array(z.object({ ip: z.string(), blacklists: z.array(listing) })),
      }),
    ),
    domainLists: get(
      'domain-blacklist',
      'Block list results for the domains of senders and links',
      z.array(z.object({ domain: z.string(), domain_blacklisted: z.boolean(), blacklists: z.array(listing) })),
    ),
    content: get(
      'email-content',
      'The tested email',
      z.object({
        spamTest: z.object({ id: z.number().int(), test_name: z.string() }),
        subject: z.string(),
        text: z.string(),
        html: z.string().nullable(),
        rawEmailContent: z.string().nullable(),
      }),
    ),
    addresses: get(
      'ip-analytics',
      'Owner, reverse DNS and listings of each sending IP',
      z.array(
        z.object({
          ip: z.string(),
          email_count: z.number().int(),
          rdns: z.array(z.string()),
          rdns_verified: z.boolean(),
          asn: z.number().int().nullable(),
          network: z.string().nullable(),
          country: z.string().nullable(),
          organisation: z.string().nullable(),
          blacklisted_count: z.number().int(),
        }),
      ),
    ),
    history: get(
      'schedule-history',
      'Runs of the test',
      z.array(placed.extend({ test_run_no: z.number().int(), run_at: instant })),
    ),
    headers: {
      method: 'GET',
      path: '/api/v1/spam-test/report/:placementTestId/sender-account-wise/:placementMailId/email-headers',
      access: read,
      answer: 'bare',
      summary: 'Headers of one email as it arrived',
      params: reply,
      response: z.object({ reply_id: z.number().int(), headers: z.string().nullable() }),
    },
    route: {
      method: 'GET',
      path: '/api/v1/spam-test/report/:placementTestId/sender-account-wise/:placementMailId/ip-details',
      access: read,
      answer: 'bare',
      summary: 'Servers that one email passed through',
      params: reply,
      response: z.object({
        reply_id: z.number().int(),
        ip: z.string().nullable(),
        hops: z.array(hop),
      }),
    },
  },
});
