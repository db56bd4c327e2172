import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createRouteIds } from '#services/testing/every-route-fixtures';

let main: TestMain;
let me: SignedIn;
let key: string;
let mailboxId: number;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  key = await main.apiKey(me);
  mailboxId = Number((await createRouteIds(main, me)).mailboxId);
  await main.test.query(
    'update mailbox set is_smtp_success = true, is_imap_success = true, checked_at = now() where id = $1',
    [mailboxId],
  );
});
afterAll(() => main.close());

async function api(method: string, path: string, body?: unknown) {
  const answer = await main.app.request(`/api/v1${path}${path.includes('?') ? '&' : '?'}api_key=${key}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json() };
}

test('warmup is switched on with texts for flags, what is above a limit is taken as the limit, and the account says so', async () => {
  expect((await api('GET', `/email-accounts/${mailboxId}`)).json).toMatchObject({ warmup_details: null });
  expect(
    await api('POST', `/email-accounts/${mailboxId}/warmup`, {
      warmup_enabled: 'true',
      total_warmup_per_day: 80,
      daily_ramp_up: 2,
      reply_rate_percentage: '45',
      warmup_key_id: 'quiet-lake',
      auto_adjust_warmup: false,
      is_rampup_enabled: true,
    }),
  ).toEqual({ status: 200, json: { ok: true, message: 'Warmup settings saved successfully.' } });
  const [row] = await main.test.query<{ warmup: unknown }>('select warmup from mailbox where id = $1', [mailboxId]);
  expect(row?.warmup).toMatchObject({
    enabled: true,
    per_day: 50,
    daily_rampup: 2,
    reply_rate: 45,
    key_tag: 'quiet-lake',
    auto_adjust: false,
    is_rampup_enabled: true,
    started_at: expect.any(String),
  });
  expect((await api('GET', `/email-accounts/${mailboxId}`)).json).toMatchObject({
    warmup_details: {
      status: 'ACTIVE',
      warmup_key_id: 'quiet-lake',
      reply_rate: 45,
      warmup_reputation: null,
      is_warmup_blocked: false,
      blocked_reason: null,
      max_email_per_day: 50,
    },
  });
  expect((await api('GET', '/email-accounts?emailWarmupStatus=ACTIVE')).json).toEqual([
    expect.objectContaining({ id: mailboxId, warmup_details: expect.objectContaining({ status: 'ACTIVE' }) }),
  ]);
  expect((await api('GET', '/email-accounts?isWarmupBlocked=true')).json).toEqual([]);
});

test('statistics have the last 7 days with counts as texts', async () => {
  const { status, json } = await api('GET', `/email-accounts/${mailboxId}/warmup-stats`);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    id: mailboxId,
    sent_count: '0',
    spam_count: '0',
    inbox_count: '0',
    warmup_email_received_count: '0',
  });
  expect(json.stats_by_date).toHaveLength(7);
  expect(json.stats_by_date[6]).toEqual({
    id: 7,
    date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    sent_count: 0,
    reply_count: 0,
    save_from_spam_count: 0,
  });
});

test('nothing is changed without saying on or off, by zero, or for a mailbox of somebody else', async () => {
  expect((await api('POST', `/email-accounts/${mailboxId}/warmup`, { total_warmup_per_day: 5 })).status).toBe(400);
  expect(
    (await api('POST', `/email-accounts/${mailboxId}/warmup`, { warmup_enabled: true, daily_rampup: 0 })).status,
  ).toBe(400);
  const strange = (await createRouteIds(main, await main.signIn())).mailboxId;
  expect(await api('POST', `/email-accounts/${strange}/warmup`, { warmup_enabled: true })).toMatchObject({
    status: 404,
    json: { errorCode: 'ACCOUNT_NOT_FOUND' },
  });
  expect((await api('GET', `/email-accounts/${strange}/warmup-stats`)).status).toBe(404);
});
