import { createTestMain, type TestMain } from '#main/testing';
import { wireApi, type Api } from './testing';

let main: TestMain;
let api: Api;
let id: number;

beforeAll(async () => {
  main = await createTestMain();
  api = await wireApi(main, await main.signIn());
  id = ((await api('POST', '/campaigns/create')).json as { id: number }).id;
  await api('POST', `/campaigns/${id}/leads`, { lead_list: [{ email: 'one@prospects.test' }] });
});
afterAll(() => main.close());

const nul = '%00';
const queries = [
  `/campaigns?client_id=99999999999`,
  `/campaigns?limit=-1`,
  `/campaigns/99999999999999`,
  `/campaigns/1e3`,
  `/campaigns/:id/leads?search=a${nul}b`,
  `/campaigns/:id/leads?offset=99999999999`,
  `/campaigns/:id/leads?created_at_gt=yesterday`,
  `/campaigns/:id/leads?created_at_gt=%2B275760-01-01T00:00:00Z`,
  `/campaigns/:id/leads?status[]=x&status=STARTED&status=PAUSED`,
  `/leads?email=${nul}@x.test`,
  `/leads?email=${'a'.repeat(400)}`,
  `/campaigns/:id/analytics-by-date?start_date=2026-02-31&end_date=2026-03-02`,
  `/campaigns/:id/top-level-analytics-by-date?start_date=2026-02-31&end_date=2026-03-02`,
  `/campaigns/:id/top-level-analytics-by-date?start_date=0000-01-01&end_date=0000-01-02`,
  `/campaigns/:id/analytics-by-date?start_date=2026-01-05&end_date=2026-01-06&time_zone=Nowhere`,
  `/campaigns/:id/statistics?email_sequence_number=a`,
  `/campaigns/:id/statistics?sent_time_start_date=9999999-99-99`,
  `/email-accounts?username=${nul}`,
  `/email-accounts?client_id=x`,
  `/leads/get-domain-block-list?filter_email_or_domain=${nul}`,
  `/leads/get-domain-block-list?offset=99999999`,
  `/campaigns/:id/webhooks/summary?fromTime=x`,
  `/campaigns/:id/leads/1/message-history?event_time_gt=${nul}`,
];
const bodies: [string, string, unknown][] = [
  ['POST', '/campaigns/create', { name: 'a\u0000b' }],
  ['POST', '/campaigns/create', []],
  ['POST', '/campaigns/create', 'null'],
  ['POST', '/campaigns/create', '"text"'],
  ['POST', '/campaigns/create', { name: { toString: 1 } }],
  ['POST', 'status', { status: null }],
  ['POST', 'schedule', { schedule: 5 }],
  ['POST', 'schedule', { days_of_the_week: [9] }],
  ['POST', 'schedule', { days_of_the_week: 'Monday' }],
  ['POST', 'schedule', { min_time_btw_emails: 1e20 }],
  ['POST', 'schedule', { schedule_start_time: '+275760-01-01T00:00:00Z' }],
  ['POST', 'schedule', { start_hour: '10:00', end_hour: '10:00' }],
  ['POST', 'settings', { track_settings: 7 }],
  ['POST', 'settings', { settings: [] }],
  ['POST', 'settings', { name: '\u0000' }],
  ['POST', 'settings', { bounce_autopause_threshold: 'many' }],
  ['POST', 'settings', { client_id: 2_000_000_000 }],
  ['POST', 'settings', { out_of_office_detection_settings: { autoReactivateOOO: true, autoCategorizeOOO: true } }],
  ['POST', 'sequences', { sequences: [null] }],
  ['POST', 'sequences', { sequences: [{ seq_variants: [null] }] }],
  ['POST', 'sequences', { sequences: [{ id: 2_000_000_000, email_body: 'x' }] }],
  ['POST', 'sequences', { sequences: [{ email_body: 'a\u0000' }] }],
  ['POST', 'sequences', { sequences: Array.from({ length: 51 }, () => ({ email_body: 'x' })) }],
  ['POST', 'leads', { lead_list: [null] }],
  ['POST', 'leads', { lead_list: [{ email: 'a\u0000@x.test' }] }],
  ['POST', 'leads', { lead_list: [{ email: 'x@y.test', custom_fields: { a: { b: 1 } } }] }],
  [
    'POST',
    'leads',
    {
      lead_list: [
        { email: 'x2@y.test', first_name: 'a\u0000b', custom_fields: { __proto__: 'x', 'a\u0000': 'b\u0000' } },
      ],
    },
  ],
  ['POST', 'leads', { lead_list: 'x' }],
  ['POST', 'leads', [1]],
  ['POST', '/leads/add-domain-block-list', { domain_block_list: ['a\u0000.test', 5] }],
  ['POST', '/leads/add-domain-block-list', { domain_block_list: ['ok\u0000.test'] }],
  ['POST', '/leads/add-domain-block-list', { domain_block_list: ['x.test'], client_id: 2_000_000_000 }],
  ['DELETE', '/leads/remove-domain-block-list', { domain: '\u0000' }],
  ['POST', '/client/save', { name: 'a\u0000', email: 'nul@client.test' }],
  ['POST', '/client/save', { name: 'x', email: 'x@client.test', permission: ['\u0000'] }],
  ['POST', '/webhook/create', { webhook_url: 'https://x.test/\u0000', event_types: ['EMAIL_SENT'] }],
  ['POST', '/webhook/create', { webhook_url: 'https://x.test', event_types: { a: 1 } }],
  [
    'POST',
    '/webhook/create',
    { webhook_url: 'https://x.test', event_types: ['EMAIL_SENT'], name: '\u0000', association_type: 9 },
  ],
  ['POST', '/master-inbox/inbox-replies', { filters: { search: '\u0000\u0000' } }],
  ['POST', '/master-inbox/inbox-replies', { filters: { campaignId: ['x'] } }],
  ['POST', '/master-inbox/inbox-replies', { offset: -1 }],
  ['POST', '/master-inbox/create-note', { email_lead_map_id: 1, note_message: '\u0000' }],
  ['POST', 'reply-email-thread', { email_stats_id: {}, email_body: 'x' }],
  ['POST', 'reply-email-thread', { lead_id: 1, email_body: 'a\u0000' }],
  ['POST', '/email-accounts/save', { id: 2_000_000_000, from_name: 'x' }],
  ['POST', '/email-accounts/save', { smtp_port: 'x', from_email: 5 }],
];

test.each(queries.map((query) => [query]))('GET %s never fails inside', async (query) => {
  const answer = await api('GET', query.replace(':id', String(id)));
  expect([200, 400, 404, answer.text]).toContain(answer.status);
});

test.each(bodies)('%s %s with %j never fails inside', async (method, path, body) => {
  const answer = await api(method, path.startsWith('/') ? path : `/campaigns/${id}/${path}`, body);
  expect([200, 400, 404, 409, answer.text]).toContain(answer.status);
});

test('an Idempotency-Key with odd characters is a key like any other', async () => {
  expect((await api('POST', '/campaigns/create', {}, { 'idempotency-key': 'x'.repeat(201) })).status).toBe(400);
  expect((await api('POST', '/campaigns/create', {}, { 'idempotency-key': "'; drop table campaign; --" })).status).toBe(
    200,
  );
});
