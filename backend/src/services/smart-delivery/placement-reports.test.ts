import { createClient, type Client } from '@skein/contracts/client';
import { placementReportsContract } from '@skein/contracts/smart-delivery/placement-reports.contract';
import { readPdf } from '#platform/pdf/testing/read-pdf';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let stray: number;
let sound: number;
let testId: number;
let alderway: number;

beforeAll(async () => {
  placement = await createPlacementWorld();
  const { world } = placement;
  stray = await world.connect('lena@northlight-team.test', { min_time_to_wait_minutes: 1, message_per_day: 200 });
  sound = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 1, message_per_day: 200 });
  const [client] = await world.main.test.query<{ id: number }>(
    `
      insert into agency_client (workspace_id, name, email)
      select workspace_id, 'Alderway & Sons', 'ada@alderway.test' from mailbox where id = $1
      returning id
    `,
    [sound],
  );
  alderway = client?.id as number;
  await world.main.test.query('update mailbox set client_id = $2 where id = $1', [sound, alderway]);
  const { id } = await placement.clientOf({ ...world.me.headers }).addTest({
    body: {
      name: '=Docks "north"',
      type: 'manual',
      subject: 'A question about your docks',
      body_text: 'Hello Sam, do you plan the docks yourself? Reply with no to opt out.',
      sender_ids: [stray, sound],
      regions: ['Europe'],
    },
  });
  testId = id;
  await placement.runFor(30);
});
afterAll(() => placement.world.close());

const reports = (
  headers: Record<string, string> = { ...placement.world.me.headers },
): Client<typeof placementReportsContract> => createClient(placementReportsContract, placement.transportOf(headers));
const open = (path: string, headers: Record<string, string> = {}) => placement.request(path, headers);
const params = () => ({ placementTestId: testId });

test('two runs are compared by what changed, what fell most first', async () => {
  await expect(reports().compare({ params: params() })).rejects.toMatchObject({ code: 'CONFLICT' });
  const client = placement.clientOf({ ...placement.world.me.headers });
  await client.publishRecord({ params: params(), body: { step: 'spf:northlight-team.test' } });
  placement.world.main.clock.set(placement.world.main.clock.now() + 25 * 60 * minute);
  await client.runAgain({ params: params() });
  await placement.runFor(30);
  const compared = await reports().compare({ params: params() });
  expect(compared.runs.map(({ number }) => number)).toEqual([1, 2]);
  expect(compared.checks[0]).toMatchObject({
    check: 'SPF',
    before: { passed: 8, of: 16 },
    after: { passed: 16, of: 16 },
  });
  const lena = compared.by_sender.find(({ name }) => name === 'lena@northlight-team.test');
  expect(lena?.after?.score).toBeGreaterThan(lena?.before?.score as number);
  expect(
    (await reports().compare({ params: params(), query: { run: 1, with: 2 } })).runs.map((run) => run.number),
  ).toEqual([1, 2]);
  await expect(reports().compare({ params: params(), query: { run: 9 } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a run is downloaded as CSV, whose cells are no formulas, and as PDF', async () => {
  const headers = { ...placement.world.me.headers };
  const csv = await open(`/api/smart-delivery/tests/${testId}/export.csv?run=1`, headers);
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="docks-north-run-1.csv"');
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines).toHaveLength(17);
  expect(lines).toContainEqual(
    expect.stringMatching(/^gmail\.1@placement-seeds\.test,Gmail stand-in,Europe,lena@northlight-team\.test,Copy,/),
  );
  const pdf = await open(`/api/smart-delivery/tests/${testId}/export.pdf`, headers);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const stranger = await placement.world.main.signIn();
  expect((await open(`/api/smart-delivery/tests/${testId}/export.csv`, { ...stranger.headers })).status).toBe(404);
});

test('a client’s link shows its own mailboxes in the brand of the agency, until it is revoked or expires', async () => {
  await expect(reports().addShare({ params: params(), body: {} })).rejects.toMatchObject({
    details: [{ field: 'client_id', message: 'is needed' }],
  });
  await placement.world.main.test.query(
    `
      insert into whitelabel (workspace_id, name, accent, accent_dark, font, radius, domain, token, domain_verified_at)
      values ($1, 'Northbeam <b>', '#aa3311', '#ffb59e', 'serif', 'round', 'app.northbeam.test', 't', now())
    `,
    [placement.world.me.workspaceId],
  );
  const share = await reports().addShare({ params: params(), body: { client_id: alderway, days: 7 } });
  expect(new URL(share.url).hostname).toBe('app.northbeam.test');
  const path = new URL(share.url).pathname;
  const page = await open(path);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).toContain('For Alderway &#38; Sons');
  expect(html).toContain('rosa@northlight.test');
  expect(html).not.toContain('northlight-team.test');
  expect(html).not.toContain('203.0.113.24');
  expect(html).not.toMatch(/plan_type|trial|campaign/i);
  // The look of the agency in both themes, and nothing of ours.
  expect(html).toContain('<link rel="icon" href="/brand/favicon">');
  for (const part of ['Northbeam &#60;b&#62;', '--accent:#aa3311', '--accent:#ffb59e', 'Charter', 'border-radius:18px'])
    expect(html).toContain(part);
  expect(html).not.toMatch(/skein|#3f4fcf/i);
  const pdf = await open(`${path}/report.pdf`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const raw = Buffer.from(await pdf.arrayBuffer());
  expect(raw.toString('latin1')).toMatch(/\/FontName \/[A-Z]+\+SourceSerif4-/);
  expect(readPdf(raw).text).toMatch(/^Northbeam <b>\n/);
  expect(readPdf(raw).text).not.toMatch(/skein/i);
  expect((await reports().shares({ params: params() })).rows).toMatchObject([
    { id: share.id, client: 'Alderway & Sons' },
  ]);

  // Another's token, a changed one, and one of another workspace open nothing.
  expect((await open(path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A'))).status).toBe(404);
  expect((await open(path.replace(/shared\/\d+/, 'shared/999999'))).status).toBe(404);
  const stranger = { ...(await placement.world.main.signIn()).headers };
  await expect(reports(stranger).shares({ params: params() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    reports(stranger).revokeShare({ params: { ...params(), placementShareId: share.id } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const disabled = (at: Date | null) =>
    placement.world.main.test.query('update workspace set disabled_at = $2 where id = $1', [
      placement.world.me.workspaceId,
      at,
    ]);
  await disabled(new Date());
  expect((await open(path)).status).toBe(404);
  await disabled(null);
  expect((await open(path)).status).toBe(200);

  await reports().revokeShare({ params: { ...params(), placementShareId: share.id } });
  expect((await open(path)).status).toBe(404);
  const short = await reports().addShare({ params: params(), body: { client_id: alderway, days: 1 } });
  await placement.world.main.test.query(`update placement_share set expires_at = '2001-01-01' where id = $1`, [
    short.id,
  ]);
  expect((await open(new URL(short.url).pathname)).status).toBe(404);
});

test('insights tell how each mailbox fared over its tests', async () => {
  const { rows } = await placement.clientOf({ ...placement.world.me.headers }).insights({ query: { days: 30 } });
  expect(rows.map(({ name, tests, mails, spf }) => [name, tests, mails, spf]).sort()).toEqual([
    ['lena@northlight-team.test', 1, 16, 'pass'],
    ['rosa@northlight.test', 1, 16, 'pass'],
  ]);
  expect(rows[0]?.trend).toHaveLength(2);
  const { rows: tests } = await placement.clientOf({ ...placement.world.me.headers }).tests({});
  expect(tests[0]?.trend).toHaveLength(2);
});
