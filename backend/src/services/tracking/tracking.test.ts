import { derivePurposeKey } from '#platform/crypto/master-key';
import { readTrackingToken, signTrackingToken } from '#platform/tracking/tracking-token';
import { visitRecorder } from '#main/main.api';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { testedMails } from '#services/smart-delivery/tested-mails.store';
import { trackingRoutes } from './tracking.routes';

const person = {
  'user-agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
};
let world: SendingWorld;
let app: ReturnType<typeof trackingRoutes>;
let key: Uint8Array;
let intentId: bigint;
let campaignId: number;

const appDeps = () => ({
  authenticate: async () => null,
  log: world.main.deps.log,
  strictAnswers: true,
  db: world.main.deps.db,
  live: world.main.deps.live,
  visits: visitRecorder,
  tests: testedMails,
  trackingKey: key,
  now: () => world.main.clock.now(),
});

beforeAll(async () => {
  world = await createSendingWorld();
  key = derivePurposeKey(world.main.deps.masterKey, 'tracking');
  app = trackingRoutes(appDeps());
  const mailboxId = await world.connect('rosa@northlight.test');
  campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.one@prospects.test'],
    steps: [
      { days: 0, subject: 'Hi', body: '<p><a href="https://northlight.test/offer?a=1&amp;b=2">Offer</a></p>' },
      { days: 5, subject: '', body: '<p>Again</p>' },
    ],
  });
  await world.runUntil(world.main.clock.now() + 3_600_000);
  const [intent] = await world.main.test.query<{ id: string }>('select id from intent where campaign_id = $1', [
    campaignId,
  ]);
  intentId = BigInt(intent?.id ?? 0);
});
afterAll(async () => {
  await world.close();
});

const token = (purpose: 'open' | 'click' | 'unsubscribe', linkIndex = 0) =>
  signTrackingToken(key, { purpose, intentId, linkIndex });
const events = (kind: string) =>
  world.main.test.query<{ is_machine: boolean; is_first: boolean }>(
    'select is_machine, is_first from event where kind = $1 order by id',
    [kind],
  );

test('counts an open before it answers, and keeps machines apart', async () => {
  const answer = await app.request(`/o/${token('open')}.gif`, { headers: person });
  expect(answer.headers.get('content-type')).toBe('image/gif');
  expect(answer.headers.get('cache-control')).toMatch(/no-store/);
  expect(await events('OPEN')).toEqual([{ is_machine: false, is_first: true }]);
  await app.request(`/o/${token('open')}.gif`, { headers: { 'user-agent': 'Barracuda Sentinel (EE)' } });
  expect(await events('OPEN')).toEqual([
    { is_machine: false, is_first: true },
    { is_machine: true, is_first: false },
  ]);
  expect(
    await world.main.test.query('select open_count, machine_open_count from intent where id = $1', [
      intentId.toString(),
    ]),
  ).toEqual([{ open_count: 1, machine_open_count: 1 }]);
});

test('redirects to the address the mail was made with, and to nowhere else', async () => {
  const answer = await app.request(`/c/${token('click')}?url=https://evil.test`, { headers: person });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('https://northlight.test/offer?a=1&b=2');
  expect(await events('CLICK')).toHaveLength(1);
  expect((await app.request(`/c/${token('click', 7)}`, { headers: person })).status).toBe(404);
});

test.each(['x', 'A'.repeat(31), `${'A'.repeat(30)}!`])('gives nothing away for the forged token %s', async (forged) => {
  expect((await app.request(`/o/${forged}.gif`, { headers: person })).status).toBeLessThan(500);
  expect((await app.request(`/c/${forged}`, { headers: person })).status).toBe(404);
  expect(readTrackingToken(key, forged)).toBeNull();
});

test('a token of one purpose is no token of another', async () => {
  expect((await app.request(`/c/${token('open')}`, { headers: person })).status).toBe(404);
  expect((await app.request(`/u/${token('click')}`, { method: 'POST' })).status).toBe(404);
});

test('the link of a test email leads to a page, and unsubscribes nobody', async () => {
  for (const method of ['GET', 'POST']) {
    const answer = await app.request('/u/preview', { method, headers: person });
    expect([method, answer.status]).toEqual([method, 200]);
    expect(await answer.text()).toContain('This is a test email');
  }
});

test('the page wears the look of the agency once its host name is proven, and names nobody', async () => {
  const open = async () => (await app.request(`/u/${token('unsubscribe')}`, { headers: person })).text();
  await world.main.test.query(
    `
      insert into whitelabel (workspace_id, name, accent, font, radius, domain, token)
      values ($1, 'Northbeam <b>', '#aa3311', 'serif', 'round', 'app.northbeam.test', 't')
    `,
    [world.me.workspaceId],
  );
  expect(await open()).toContain('#3f4fcf');
  await world.main.test.query('update whitelabel set domain_verified_at = now()');
  const worn = await open();
  expect(worn).toContain('background:#aa3311');
  expect(worn).toContain('Georgia');
  expect(worn).toContain('border-radius:18px');
  expect(worn).not.toMatch(/#3f4fcf|northbeam/i);
  // A link that is nobody's tells nothing of anybody.
  const stranger = await app.request(`/u/${token('open')}`, { headers: person });
  expect(stranger.status).toBe(404);
  expect(await stranger.text()).toContain('#3f4fcf');
});

test('unsubscribes by POST only, once, and everywhere', async () => {
  const page = await app.request(`/u/${token('unsubscribe')}`, { headers: person });
  expect(await page.text()).toContain('<form method="post">');
  expect(await events('UNSUBSCRIBE')).toHaveLength(0);
  for (let time = 0; time < 2; time += 1) {
    const answer = await app.request(`/u/${token('unsubscribe')}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(200);
  }
  expect(await events('UNSUBSCRIBE')).toHaveLength(1);
  expect(
    await world.main.test.query('select status, reason from enrolment where campaign_id = $1', [campaignId]),
  ).toEqual([{ status: 'STOPPED', reason: 'UNSUBSCRIBED' }]);
  expect(await world.main.test.query('select value, source, created_at from suppression')).toEqual([
    { value: 'silent.one@prospects.test', source: 'unsubscribe', created_at: new Date(world.main.clock.now()) },
  ]);
  const before = world.mail.record.count().mails;
  await world.runUntil(world.main.clock.now() + 10 * 24 * 3_600_000);
  expect(world.mail.record.count().mails).toBe(before);
});

test('counts what a proxy fetches while the email is delivered as a machine, and what it fetches later as an open', async () => {
  const gmail = {
    'user-agent': 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  };
  const before = (await events('OPEN')).length;
  const [sent] = await world.main.test.query<{ sent_at: Date }>('select sent_at from intent where id = $1', [
    intentId.toString(),
  ]);
  let now = sent!.sent_at.getTime();
  const early = trackingRoutes({ ...appDeps(), now: () => now });
  for (const seconds of [3, 25, 3_600]) {
    now = sent!.sent_at.getTime() + seconds * 1_000;
    await early.request(`/o/${token('open')}.gif`, { headers: gmail });
  }
  expect((await events('OPEN')).slice(before).map((event) => event.is_machine)).toEqual([true, true, false]);
  expect(
    await world.main.test.query(
      "select evidence ->> 'machine_rule' as rule from event where kind = 'OPEN' order by id desc limit 3",
    ),
  ).toEqual([{ rule: null }, { rule: 'image proxy at delivery' }, { rule: 'seconds after sending' }]);
});
