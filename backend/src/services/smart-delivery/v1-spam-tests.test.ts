import { wireApi, type Api } from '#public-api/v1/testing';
import { createPlacementWorld, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let api: Api;
let stranger: Api;
let campaignId: number;
let variantId: number;
let testId: number;

beforeAll(async () => {
  placement = await createPlacementWorld();
  const { world } = placement;
  const mailbox = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 5 });
  campaignId = await world.campaign({
    mailboxIds: [mailbox],
    leads: ['ada@prospects.test'],
    steps: [{ days: 0, subject: 'FREE cash, act now!!!!', body: '<p>Hi {{first_name}}, free cash, guaranteed.</p>' }],
  });
  const [variant] = await world.main.test.query<{ id: number }>(
    'select v.id from step_variant v join sequence_step s on s.id = v.step_id where s.campaign_id = $1',
    [campaignId],
  );
  variantId = variant?.id as number;
  await world.main.test.query(`update campaign set status = 'PAUSED' where id = $1`, [campaignId]);
  api = await wireApi(world.main, world.me);
  stranger = await wireApi(world.main, await world.main.signIn());
});
afterAll(() => placement.world.close());

const json = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await api(method, `/spam-test${path}`, body);
  expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, '']);
  return answer.json as T;
};
const order = () => ({
  test_name: 'Before launch',
  description: 'Docks',
  spam_filters: ['SpamAssassin'],
  link_checker: true,
  campaign_id: campaignId,
  sequence_mapping_id: variantId,
  provider_ids: [] as number[],
  sender_accounts: ['Rosa@northlight.test'],
  all_email_sent_without_time_gap: true,
  min_time_btwn_emails: 3,
  min_time_unit: 'minutes',
  is_warmup: false,
});

test('a test of a step goes to the seeds of one region, and every report tells of it', async () => {
  const regions = await json<{ region_id: number; region_name: string; groups: { provider_count: number }[] }[]>(
    'GET',
    '/seed/providers',
  );
  const europe = regions.find((region) => region.region_name === 'Europe');
  expect(europe?.groups).toHaveLength(8);
  const made = await json<{ id: number; test_name: string; sequence_mapping_id: number }>('POST', '/manual', {
    ...order(),
    provider_ids: [europe?.region_id as number],
  });
  expect(made).toMatchObject({ test_name: 'Before launch', test_type: 'manual', sequence_mapping_id: variantId });
  testId = made.id;
  await placement.runFor(60);

  expect(await json('POST', '/report?testType=manual', { limit: 10, offset: 0 })).toMatchObject([
    { spam_test_id: testId, test_name: 'Before launch', status: 'FAIL', current_test_run_no: 1 },
  ]);
  expect(await json('POST', '/report?testType=auto', {})).toEqual([]);
  expect(await json('GET', `/${testId}`)).toMatchObject({ campaign_id: campaignId, sequence_mapping_id: variantId });
  const report = <T>(name: string, method = 'GET') => json<T>(method, `/report/${testId}/${name}`);
  const provider = await report<{ overallTotalCount: number; result: { inbox_count: number }[] }>(
    'providerwise',
    'POST',
  );
  expect(provider).toMatchObject({ overallTotalCount: 8, status: 'FAIL' });
  expect(provider.result).toHaveLength(8);
  expect(await report('groupwise', 'POST')).toMatchObject({ result: [{ group_name: 'Europe', total_email_count: 8 }] });

  type Seeds = { from_email: string; seed_accounts: { reply_id: number; spf_verified?: boolean | null }[] }[];
  const [sender] = await report<Seeds>('sender-account-wise');
  expect(sender?.from_email).toBe('rosa@northlight.test');
  expect(sender?.seed_accounts).toHaveLength(8);
  const [spf] = await report<Seeds>('spf-details');
  expect(spf?.seed_accounts.every((each) => typeof each.spf_verified === 'boolean')).toBe(true);
  expect(await report('dkim-details')).toMatchObject([
    { seed_accounts: [{ esp: expect.any(String) }, {}, {}, {}, {}, {}, {}, {}] },
  ]);
  expect(await report('rdns-details')).toMatchObject([{ from_email: 'rosa@northlight.test' }]);
  expect(await report('sender-accounts')).toMatchObject([{ from_email: 'rosa@northlight.test', total_email_count: 8 }]);
  expect(await report('spam-filter-details')).toMatchObject({ is_available: true });
  expect((await report<{ total_count: number }>('blacklist')).total_count).toBeGreaterThanOrEqual(0);
  await report('domain-blacklist');
  await report('ip-analytics');
  expect(await report('email-content')).toMatchObject({
    subject: 'FREE cash, act now!!!!',
    html: expect.stringContaining('free cash'),
    spamTest: { id: testId },
  });
  expect(await report('schedule-history')).toMatchObject([{ test_run_no: 1, total_email_count: 8 }]);
  const found = sender?.seed_accounts.find(({ reply_id: id }) => id) as { reply_id: number };
  expect(await report(`sender-account-wise/${found.reply_id}/email-headers`)).toMatchObject({
    reply_id: found.reply_id,
  });
  expect(await report(`sender-account-wise/${found.reply_id}/ip-details`)).toHaveProperty('hops');
  const [mailbox] = await json<{ from_email: string; total_email_count: number }[]>('GET', '/report/mailboxes-summary');
  expect(mailbox).toMatchObject({ from_email: 'rosa@northlight.test', total_email_count: 8 });
  expect(await json('GET', '/report/mailboxes-count')).toMatchObject({ total_email_count: 8 });
});

test('a test goes to the providers that are named, each in its own region', async () => {
  const regions = await json<{ region_name: string; groups: { group_id: number; group_name: string }[] }[]>(
    'GET',
    '/seed/providers',
  );
  const groupOf = (name: string) => regions.find((region) => region.region_name === name)?.groups[0];
  const [europe, asia] = [groupOf('Europe'), regions.find((region) => region.region_name === 'Asia')?.groups[1]];
  const { id } = await json<{ id: number }>('POST', '/manual', {
    ...order(),
    provider_ids: [europe?.group_id as number, asia?.group_id as number],
  });
  const [sender] = await json<{ seed_accounts: { esp: string }[] }[]>('GET', `/report/${id}/sender-account-wise`);
  expect(sender?.seed_accounts.map(({ esp }) => esp).sort()).toEqual([europe?.group_name, asia?.group_name].sort());
  await json('POST', '/delete', { spamTestIds: [id] });
});

test('a scheduled test lies in a folder, is stopped, and is deleted', async () => {
  const folder = await json<{ id: number }>('POST', '/folder', { folderName: 'Weekly' });
  const { id } = await json<{ id: number }>('POST', '/schedule', {
    ...order(),
    every_days: 7,
    test_end_date: '2026-12-31',
    folder_id: folder.id,
    schedule_start_time: '2026-11-20T09:00:00Z',
  });
  expect(await json('GET', `/folder/${folder.id}`)).toMatchObject({
    name: 'Weekly',
    tests: [{ spam_test_id: id, every_days: 7 }],
  });
  await json('PUT', `/${id}/stop`);
  expect(await json('GET', `/${id}`)).toMatchObject({ status: 'STOPPED', test_end_date: '2026-12-31T23:59:59.000Z' });
  expect((await api('POST', '/spam-test/delete', { spamTestIds: [id, 999_999] })).status).toBe(404);
  await json('POST', '/delete', { spamTestIds: [id] });
  expect((await api('GET', `/spam-test/${id}`)).status).toBe(404);
  await json('DELETE', `/folder/${folder.id}`);
  expect(await json('GET', '/folder')).toEqual([]);
});

test.each([
  ['sender_accounts', { sender_accounts: ['nobody@northlight.test'] }],
  ['provider_ids', { provider_ids: [1] }],
  ['sequence_mapping_id', { sequence_mapping_id: 999_999 }],
  ['test_name', { test_name: '' }],
])('a test with a wrong %s is refused by that name', async (field, change) => {
  const answer = await api('POST', '/spam-test/manual', { ...order(), ...change });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(field);
});

test('nobody of another workspace reads, stops or deletes a test, or tests with its mailboxes', async () => {
  for (const [method, path, body] of [
    ['GET', `/spam-test/${testId}`],
    ['PUT', `/spam-test/${testId}/stop`],
    ['POST', '/spam-test/delete', { spamTestIds: [testId] }],
    ['GET', `/spam-test/report/${testId}/email-content`],
  ] as const)
    expect([path, (await stranger(method, path, body)).status]).toEqual([path, 404]);
  expect((await stranger('POST', '/spam-test/manual', order())).status).toBe(400);
});
