import { defineContract } from '@skein/contracts/endpoint';
import { empty } from '@skein/contracts/schemas';
import { z } from 'zod';
import { mountRoutes } from '#platform/http/mount-routes';
import { routes } from '#platform/http/routes';
import { createKeyLimit } from '#platform/auth/api-key-limit';
import { createTestMain, type TestMain } from './testing';

const contract = defineContract({
  service: 'main',
  tag: 'Trial',
  endpoints: {
    who: {
      method: 'GET',
      path: '/api/who',
      access: { who: 'person', may: 'profile' },
      summary: 'Who asks',
      response: z.object({ userId: z.number(), role: z.string(), client: z.number().nullable() }),
    },
    wire: {
      method: 'GET',
      path: '/api/v1/who',
      access: { who: 'person', may: 'profile' },
      summary: 'Who asks, on the wire',
      response: z.object({ userId: z.number() }),
      answer: 'bare',
    },
    write: {
      method: 'POST',
      path: '/api/write',
      access: { who: 'person', may: 'campaign.write' },
      summary: 'Something that needs a plan',
      body: empty,
      response: empty,
    },
    browser: {
      method: 'GET',
      path: '/api/browser',
      access: { who: 'session', may: 'profile' },
      summary: 'Only a browser',
      response: empty,
    },
  },
});

let main: TestMain;
let written = 0;

beforeAll(async () => {
  main = await createTestMain({ limitRate: createKeyLimit(() => main.deps.db, 8) }, (deps) =>
    mountRoutes([
      routes(contract)(deps, {
        who: async (_, { actor }) => ({ userId: actor.userId, role: actor.role, client: actor.client?.id ?? null }),
        wire: async (_, { actor }) => ({ userId: actor.userId }),
        write: async () => {
          written += 1;
          return {};
        },
        browser: async () => ({}),
      }),
    ]),
  );
});

afterAll(() => main.close());

it('knows the person of a session, and refuses without or with wrong credentials', async () => {
  const me = await main.signIn();
  await expect(main.asClient(contract, me).who({})).resolves.toEqual({
    userId: me.userId,
    role: 'OWNER',
    client: null,
  });
  expect((await main.app.request('/api/who')).status).toBe(401);
  expect((await main.app.request('/api/who', { headers: { authorization: `Bearer ${me.token}x` } })).status).toBe(401);
});

it('refuses a token after 15 minutes', async () => {
  const me = await main.signIn();
  main.realClock.advance(16 * 60_000);
  await expect(main.asClient(contract, me).who({})).rejects.toThrow('Your session has expired. Please login again.');
});

it("takes an API key from the query, the header and the bearer, and says in the wire's words what is wrong", async () => {
  const me = await main.signIn();
  const key = await main.apiKey(me);
  for (const [path, headers] of [
    [`/api/v1/who?api_key=${key}`, {}],
    ['/api/v1/who', { 'x-api-key': key }],
    ['/api/v1/who', { authorization: `Bearer ${key}` }],
  ] as const) {
    const answer = await main.app.request(path, { headers });
    expect(await answer.json()).toEqual({ userId: me.userId });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('8');
  }
  expect(await (await main.app.request('/api/v1/who')).json()).toMatchObject({ message: 'API key is required.' });
  const wrong = await main.app.request('/api/v1/who?api_key=nothing');
  expect(wrong.status).toBe(401);
  expect(await wrong.json()).toMatchObject({ message: 'Invalid API Key' });
  expect((await main.app.request('/api/browser', { headers: { 'x-api-key': key } })).status).toBe(403);
});

it('limits the requests of one key and says when to come again', async () => {
  const key = await main.apiKey(await main.signIn());
  for (let count = 0; count < 8; count++)
    expect((await main.app.request('/api/v1/who', { headers: { 'x-api-key': key } })).status).toBe(200);
  const refused = await main.app.request('/api/v1/who', { headers: { 'x-api-key': key } });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
});

it('hears of a changed role, client and plan from the database and forgets what it knew', async () => {
  const me = await main.signIn({ role: 'FULL_MEMBER_ACCESS' });
  const role = async () => (await main.asClient(contract, me).who({})).role;
  expect(await role()).toBe('FULL_MEMBER_ACCESS');
  let tell: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => (tell = resolve));
  await main.deps.db.listen('skein_actors', (payload) => void (payload === String(me.workspaceId) && tell()));
  await main.test.query('update app_user set role = $1 where id = $2', ['VIEW_ONLY_ACCESS', me.userId]);
  await heard;
  expect(await role()).toBe('VIEW_ONLY_ACCESS');
  await main.test.query('update user_session set revoked_at = now() where id = $1', [me.sessionId]);
  main.deps.authenticator.forget(me.workspaceId);
  await expect(role()).rejects.toMatchObject({ status: 401 });
});

it('carries out a repeated POST with its Idempotency-Key once, for each person', async () => {
  const [me, colleague] = [await main.signIn(), await main.signIn()];
  const before = written;
  const post = (token: string, key: string) =>
    main.app.request('/api/write', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: '{}',
    });
  expect((await post(me.token, 'one')).status).toBe(200);
  const again = await post(me.token, 'one');
  expect([again.status, again.headers.get('idempotent-replayed'), written - before]).toEqual([200, 'true', 1]);
  expect(await again.json()).toMatchObject({ ok: true, data: {} });
  await post(me.token, 'two');
  await post(colleague.token, 'one');
  expect(written - before).toBe(3);
});

it('counts the requests of a key in all processes together, and gives nobody more than the limit', async () => {
  const [one, other] = [createKeyLimit(() => main.deps.db, 120), createKeyLimit(() => main.deps.db, 120)];
  const context = { header: () => undefined } as never;
  const ask = (limit: typeof one) =>
    limit({ apiKeyId: 987_654 } as never, context).then(
      () => 1,
      () => 0,
    );
  let passed = 0;
  for (let round = 0; round < 100; round += 1) passed += (await ask(one)) + (await ask(other));
  expect(passed).toBe(120);
});

it('lets a workspace whose trial ended read, and asks for a plan where it writes', async () => {
  const me = await main.signIn({ plan: 'trial' });
  await expect(main.asClient(contract, me).write({ body: {} })).resolves.toEqual({});
  await main.test.query(`update workspace set trial_end_at = now() - interval '1 day' where id = $1`, [me.workspaceId]);
  main.deps.authenticator.forget(me.workspaceId);
  await expect(main.asClient(contract, me).write({ body: {} })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
  await expect(main.asClient(contract, me).who({})).resolves.toMatchObject({ userId: me.userId });
});
