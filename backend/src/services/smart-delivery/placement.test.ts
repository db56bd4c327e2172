import { readRoute } from '#platform/mail-authentication/authenticate-message';
import type { SendingWorld } from '#sending/delivery/testing';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let world: SendingWorld;
let mailbox: number;
const clientOf = (headers: Record<string, string>) => placement.clientOf(headers);
const runFor = (minutes: number) => placement.runFor(minutes);

beforeAll(async () => {
  placement = await createPlacementWorld();
  world = placement.world;
  mailbox = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 5 });
});
afterAll(() => world.close());

test('mails reach the chosen seeds with the gap of the mailbox and are found where they lie', async () => {
  const client = clientOf({ ...world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: 'First',
      type: 'manual',
      subject: 'FREE cash, act now!!!!',
      body_text: 'You are a winner. Click here: free cash, guaranteed, no obligation, limited time, urgent.',
      sender_ids: [mailbox],
      regions: ['Europe'],
    },
  });
  await runFor(60);
  const report = await client.report({ params: { placementTestId: id } });
  expect(report.mails).toHaveLength(8);
  expect(report).toMatchObject({ status: 'FAIL', is_sandbox: true, run: 1 });
  expect(report.latest).toMatchObject({ mails: 8, inbox: 0, waiting: 0, score: 0 });
  expect(report.content.findings.length).toBeGreaterThan(0);
  const times = world.mail.record.find({ login: 'rosa@northlight.test' }).map(({ acceptedAt }) => acceptedAt);
  expect(times).toHaveLength(8);
  for (const [index, time] of times.entries())
    if (index > 0) expect(time - (times[index - 1] as number)).toBeGreaterThanOrEqual(5 * minute);
  const message = await client.message({
    params: { placementTestId: id, placementMailId: report.mails[0]?.id as number },
  });
  const [, token] = /^X-Placement-Token: (\w+)/im.exec(message.headers ?? '') ?? [];
  expect(token).toHaveLength(32);
  expect(message.headers).toContain(`<${token}@northlight.test>`);
  expect(message.body).not.toContain(token);
  expect(message.body).not.toContain('Ref ');
  expect(message.hops.length).toBeGreaterThan(0);
  // The emails a page at a time, and narrowed.
  const mailsOf = (query: object) => client.mails({ params: { placementTestId: id }, query });
  const pages = [await mailsOf({ limit: 5 }), await mailsOf({ limit: 5, offset: 5 }), await mailsOf({ offset: 9 })];
  expect(pages.map((page) => [page.rows.length, page.total])).toEqual([
    [5, 8],
    [3, 8],
    [0, 8],
  ]);
  expect(pages.flatMap((page) => page.rows)).toEqual(report.mails);
  // Without its emails the report says the same, in figures.
  const brief = await client.report({ params: { placementTestId: id }, query: { mails: 'none' } });
  expect(brief).toEqual({ ...report, mails: [] });
  const sum = (rows: readonly { known: number }[]) => rows.reduce((total, { known }) => total + known, 0);
  const { by_place, by_copy, by_sender, by_provider, checks } = brief.summary;
  expect([by_place, by_copy, by_sender, by_provider].map(sum)).toEqual([8, 8, 8, 8]);
  expect(by_copy).toEqual([{ kind: 'REAL', variant: null, known: 8, good: 0 }]);
  expect(checks.spf.of).toBe(report.mails.filter(({ spf }) => spf !== null).length);
  const [first] = report.mails;
  expect((await mailsOf({ search: first?.seed.toUpperCase() })).rows).toEqual([first]);
  expect(await mailsOf({ provider: first?.provider, region: 'Europe', run: 1 })).toMatchObject({ total: 1 });
  expect((await mailsOf({ placement: 'SPAM', kind: 'REAL' })).total).toBe(report.latest.spam);
  for (const none of [{ placement: 'WAITING' }, { kind: 'CONTROL' }, { region: 'Asia' }, { run: 2 }])
    expect((await mailsOf(none)).rows).toEqual([]);
  const { rows } = await client.insights({});
  expect(rows).toMatchObject([{ name: 'rosa@northlight.test', mails: 8 }]);
  const params = { mailboxId: rows[0]?.mailbox_id as number };
  expect(await client.insightRuns({ params })).toMatchObject({
    rows: [{ test_id: id, test_name: report.name, test_type: report.type, run: 1, mails: 8, inbox: 0, score: 0 }],
    total: 1,
  });
  expect(await client.insightRuns({ params, query: { limit: 5, offset: 5 } })).toEqual({ rows: [], total: 1 });
  expect(await client.insights({ query: { search: 'ROSA', limit: 1, offset: 1 } })).toEqual({ rows: [], total: 1 });
  expect((await client.insights({ query: { search: 'nobody' } })).total).toBe(0);
  const stranger = clientOf({ ...(await world.main.signIn()).headers });
  await expect(stranger.insightRuns({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a stopped test undoes what has not left, and another workspace sees nothing of it', async () => {
  const client = clientOf({ ...world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: 'Stopped',
      type: 'auto',
      every_days: 1,
      subject: 'A question',
      body_text: 'Hello.',
      sender_ids: [mailbox],
    },
  });
  await client.stop({ params: { placementTestId: id } });
  await runFor(10);
  const report = await client.report({ params: { placementTestId: id } });
  expect(report).toMatchObject({ status: 'STOPPED', next_run_at: null });
  expect(new Set(report.mails.map(({ state }) => state))).toEqual(new Set(['CANCELLED']));
  const stranger = clientOf({ ...(await world.main.signIn()).headers });
  await expect(stranger.report({ params: { placementTestId: id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(stranger.mails({ params: { placementTestId: id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await stranger.tests({})).rows).toEqual([]);
});

test('a test names the step that its text was taken from, of a campaign that the person may see', async () => {
  const client = clientOf({ ...world.me.headers });
  const campaignId = await world.campaign({ mailboxIds: [mailbox], leads: ['ada@prospects.test'] });
  const [variant] = await world.main.test.query<{ id: number }>(
    'select v.id from step_variant v join sequence_step s on s.id = v.step_id where s.campaign_id = $1',
    [campaignId],
  );
  const body = {
    name: 'From a step',
    type: 'manual' as const,
    subject: 'Docks',
    body_text: 'Hi',
    body_html: '<p>Hi</p>',
    sender_ids: [mailbox],
    campaign_id: campaignId,
    variant_id: variant?.id as number,
  };
  const { id } = await client.addTest({ body });
  const report = await client.report({ params: { placementTestId: id } });
  expect(report.source).toMatchObject({ campaign_id: campaignId, variant_id: variant?.id, step: 1, variant: 'A' });
  await client.stop({ params: { placementTestId: id } });
  await expect(client.addTest({ body: { ...body, variant_id: 999_999 } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(client.addTest({ body: { ...body, variant_id: null } })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'variant_id', message: 'is needed' }],
  });
});

test('tests and campaigns share the cap of a mailbox', async () => {
  const capped = await world.connect('capped@northlight.test', { message_per_day: 5, min_time_to_wait_minutes: 3 });
  const client = clientOf({ ...world.me.headers });
  await client.addTest({
    body: {
      name: 'Capped',
      type: 'manual',
      subject: 'A question',
      body_text: 'Hello.',
      sender_ids: [capped],
      providers: [(await client.choices({})).seeds[0]?.provider as string],
      regions: ['Europe', 'Asia', 'North America'],
    },
  });
  const sent = () => world.mail.record.find({ login: 'capped@northlight.test' }).length;
  await runFor(60);
  const tested = sent();
  expect(tested).toBeGreaterThan(0);
  expect(tested).toBeLessThan(5);
  await world.campaign({
    mailboxIds: [capped],
    leads: Array.from({ length: 10 }, (_, index) => `silent.cap${index}@prospects.test`),
    settings: { window_start: '00:00', window_end: '24:00', min_time_btwn_emails: 3 },
  });
  await world.runUntil(world.main.clock.now() + 12 * 60 * minute);
  expect(sent()).toBe(5);
});

test('a test that fails for SPF names the record, and the run after it is published passes', async () => {
  const stray = await world.connect('lena@northlight-team.test', {
    message_per_day: 500,
    min_time_to_wait_minutes: 1,
  });
  const client = clientOf({ ...world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: 'Stray address',
      type: 'manual',
      subject: 'A question about your docks',
      body_text: 'Hello Sam, do you plan the docks yourself? See https://docks.test/plan or reply with no to opt out.',
      sender_ids: [stray],
      regions: ['North America', 'Oceania'],
      has_control: true,
      rest_below: 60,
    },
  });
  const params = { placementTestId: id };
  // Sixteen real emails and as many control emails: while they are on their way, only the real ones are counted.
  const started = (await client.report({ params })).latest;
  expect(started).toMatchObject({ mails: 16, waiting: 16 });
  await runFor(4);
  const running = await client.report({ params });
  expect(running.status).toBe('RUNNING');
  expect(running.latest.waiting).toBeLessThanOrEqual(running.latest.mails);
  const { mails, waiting, inbox, tab, spam, missing, failed: refused } = running.latest;
  expect(inbox + tab + spam + missing + refused + waiting).toBe(mails);
  await runFor(36);
  const failed = await client.report({ params });
  expect(failed).toMatchObject({ status: 'FAIL', control: { known: 16 } });
  expect(failed.authentication).toMatchObject([
    {
      sender: 'lena@northlight-team.test',
      arrived: { ip: '203.0.113.24', spf: { result: 'fail' }, dkim: [{ result: 'pass' }], isEncrypted: true },
    },
  ]);
  expect(failed.diagnosis).toMatchObject({ cause: 'INFRASTRUCTURE', subject: null });
  expect(failed.addresses).toMatchObject([
    { ip: '203.0.113.24', mails: expect.any(Number), reverse: { state: 'CONFIRMED' }, owner: { asn: 64500 } },
  ]);
  expect(failed.addresses[0]?.lists.filter(({ state }) => state === 'LISTED').map(({ zone }) => zone)).toEqual([
    'dnsbl-2.uceprotect.net',
  ]);
  expect(failed.content.links).toMatchObject([{ url: 'https://docks.test/plan', is_dead: true }]);
  expect(failed.spam_filter.verdicts).toMatchObject([{ score: 6.2, rules: [{ name: 'FREE_CASH' }] }]);
  expect(failed.actions).toMatchObject([{ mailbox: 'lena@northlight-team.test', action: 'rest' }]);
  const [rested] = await world.main.test.query<{ resting_until: Date }>(
    'select resting_until from mailbox where id = $1',
    [stray],
  );
  expect(rested?.resting_until.getTime()).toBeGreaterThan(world.main.clock.now() + 5 * 24 * 60 * minute);
  const [step] = failed.steps;
  expect(step).toMatchObject({
    key: 'spf:northlight-team.test',
    is_fixed: false,
    record: {
      type: 'TXT',
      name: 'northlight-team.test',
      value: 'v=spf1 include:spf.sandbox.test ip4:203.0.113.24 -all',
      now: 'v=spf1 include:spf.sandbox.test -all',
    },
  });
  await client.checkAgain({ params });
  expect((await client.report({ params })).steps[0]).toMatchObject({ key: step?.key, is_fixed: false });
  await client.publishRecord({ params, body: { step: step?.key as string } });
  const mended = (await client.report({ params })).steps.find(({ key }) => key === step?.key);
  expect(mended).toMatchObject({ is_fixed: true });
  await client.runAgain({ params });
  await runFor(40);
  const passed = await client.report({ params });
  expect(passed).toMatchObject({ status: 'PASS', run: 2 });
});

test('the route of a mail begins at its first server', () => {
  const headers = [
    'Received: from b.test ([192.0.2.2]) by c.test; Mon, 16 Nov 2026 08:00:02 +0000',
    'Received: from a.test',
    '\tby b.test; Mon, 16 Nov 2026 08:00:01 +0000',
  ].join('\r\n');
  expect(readRoute(headers)).toMatchObject([
    { from: 'a.test', by: 'b.test', ip: null, at: '2026-11-16T08:00:01.000Z', seconds: null },
    { from: 'b.test', by: 'c.test', ip: '192.0.2.2', at: '2026-11-16T08:00:02.000Z', seconds: 1 },
  ]);
});
