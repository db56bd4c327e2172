import { createClient } from '@skein/contracts/client';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { serviceTransport } from '../../platform/http/in-process-transport';
import { makeSandboxSeeds } from '../../sandbox/placement-seeds';
import { createSendingWorld, type SendingWorld } from '../main/areas/sending/sending/testing';
import { createSmartDeliveryApp } from './app';
import { runDuePlacement, type PlacementDeps } from './placement-worker';
import { readRoute } from '../../platform/mail-authentication/authenticate-message';
import { sandboxLookUp } from '../../sandbox/placement-dns';
import { createReputation } from '../../platform/dns-reputation/reputation';
import type { CheckTools } from './deps';
import { registerSeeds } from './seeds.store';

let world: SendingWorld;
let deps: PlacementDeps;
let mailbox: number;
let tools: CheckTools;
/** The zone of the test's DNS; `*.test` is set up as it should be. */
const zone = {
  txt: {
    '*.test': ['v=spf1 include:spf.sandbox.test -all'],
    '_dmarc.northlight.test': ['v=DMARC1; p=reject'],
  } as Record<string, string[]>,
  mx: {},
};
const rested: string[] = [];
const clientOf = (headers: Record<string, string>) => {
  const app = createSmartDeliveryApp({
    ...world.main.deps,
    campaignClock: world.main.clock,
    limitRate: undefined,
    tools,
    publishTxt: (name, value) => {
      zone.txt[name] = [value];
    },
  });
  return createClient(
    placementContract,
    serviceTransport(
      () => app,
      () => headers,
    ),
  );
};
const minute = 60_000;

beforeAll(async () => {
  world = await createSendingWorld();
  world.main.clock.set(Date.parse('2026-11-16T08:00:00Z'));
  mailbox = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 5 });
  const lookUp = sandboxLookUp(zone, world.main.deps.masterKey);
  tools = {
    lookUp,
    reputation: createReputation({ lookUp, now: () => 0 }),
    spamChecker: async () => ({
      score: 6.2,
      threshold: 5,
      isSpam: true,
      rules: [{ name: 'FREE_CASH', points: 6.2, description: 'Promises money' }],
    }),
    askServer: async () => ({ status: 404, text: '', retryAfter: null }),
  };
  const seeds = await makeSandboxSeeds(world.mail, world.main.deps, lookUp);
  await world.main.deps.db.systemSql((sql) => registerSeeds(sql, true, seeds));
  deps = {
    db: world.main.deps.db,
    now: () => world.main.clock.now(),
    isSendingHeld: () => false,
    vault: world.main.deps.vault,
    smtpServer: world.deps.smtpServer,
    rules: world.deps.rules,
    tools,
    mailboxes: {
      rest: async (_, id) => void rested.push(`rest ${id}`),
      lowerCap: async (_, id, cap) => void rested.push(`cap ${id} to ${cap}`),
    },
    log: world.main.deps.log,
  };
});
afterAll(() => world.close());

const runFor = async (minutes: number) => {
  const end = world.main.clock.now() + minutes * minute;
  while (world.main.clock.now() < end) {
    await runDuePlacement(deps, 'test-worker');
    world.main.clock.set(world.main.clock.now() + minute);
  }
};

test('mails reach the chosen seeds with the gap of the mailbox and are found where they lie', async () => {
  const client = clientOf({ ...world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: 'First',
      type: 'manual',
      subject: 'FREE cash, act now!!!!!',
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
  expect(message.headers).toContain('X-Placement-Token');
  expect(message.hops.length).toBeGreaterThan(0);
  const { rows } = await client.insights({});
  expect(rows).toMatchObject([{ name: 'rosa@northlight.test', mails: 8 }]);
});

test('a stopped test takes back what has not left, and another workspace sees nothing of it', async () => {
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
  expect((await stranger.tests({})).rows).toEqual([]);
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
