import { authContract } from '@skein/contracts/main/auth.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { startContract } from '@skein/contracts/main/start.contract';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { hashPassword } from '#platform/crypto/passwords';
import { createTestMain, type TestMain } from '#main/testing';

/** What a person holds besides the password: sessions, keys, a token to hand on; and the count of tries. */
let main: TestMain;

beforeAll(async () => {
  main = await createTestMain();
});

afterAll(() => main.close());

it("shows the workspace's keys masked, reveals one to a browser, and a deleted one stops at once", async () => {
  const owner = await main.signIn();
  const client = main.asClient(authContract, owner);
  const { id, api_key } = await client.createApiKey({ body: { name: 'Script' } });
  const list = await client.apiKeys({});
  expect(list.keys).toEqual([expect.objectContaining({ id, name: 'Script', last_four: api_key.slice(-4) })]);
  expect(JSON.stringify(list)).not.toContain(api_key);
  expect(JSON.stringify(await main.test.query('select * from api_key'))).not.toContain(api_key);
  expect(await client.revealApiKey({ params: { keyId: id }, body: {} })).toEqual({ api_key });
  const me = () => main.app.request('/api/auth/me', { headers: { 'x-api-key': api_key } });
  expect((await me()).status).toBe(200);
  const stranger = main.asClient(authContract, await main.signIn());
  await expect(stranger.revealApiKey({ params: { keyId: id }, body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(stranger.deleteApiKey({ params: { keyId: id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await client.deleteApiKey({ params: { keyId: id } });
  expect((await me()).status).toBe(401);
});

it('shows and replaces a key only for the person it acts as; others who manage keys may delete it', async () => {
  const owner = await main.signIn();
  const ownerClient = main.asClient(authContract, owner);
  const { id, api_key } = await ownerClient.createApiKey({ body: { name: 'Of the owner' } });
  const admin = main.asClient(
    authContract,
    await main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' }),
  );
  expect((await admin.apiKeys({})).keys).toEqual([
    expect.objectContaining({ id, made_by: 'Test Person', is_mine: false }),
  ]);
  await expect(admin.revealApiKey({ params: { keyId: id }, body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(admin.rotateApiKey({ params: { keyId: id }, body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' });

  const me = (key: string) => main.app.request('/api/auth/me', { headers: { 'x-api-key': key } });
  expect((await me(api_key)).status).toBe(200);
  const next = await ownerClient.rotateApiKey({ params: { keyId: id }, body: {} });
  expect((await me(api_key)).status).toBe(401);
  expect((await me(next.api_key)).status).toBe(200);
  expect(await ownerClient.revealApiKey({ params: { keyId: id }, body: {} })).toEqual(next);
  expect((await ownerClient.apiKeys({})).keys).toEqual([
    expect.objectContaining({ id, name: 'Of the owner', last_four: next.api_key.slice(-4), is_mine: true }),
  ]);
  await admin.deleteApiKey({ params: { keyId: id } });
  expect((await me(next.api_key)).status).toBe(401);
});

it('ends one session and leaves the others', async () => {
  const { userId } = await main.signIn({ email: 'two-places@firm.test' });
  await main.test.query('update app_user set password_hash = $1 where id = $2', [
    await hashPassword('a long enough password'),
    userId,
  ]);
  const open = async () =>
    (
      await main
        .asClient(authContract)
        .login({ body: { email: 'two-places@firm.test', password: 'a long enough password' } })
    ).token as string;
  const [here, there] = [await open(), await open()];
  const client = main.asClient(authContract, { headers: { authorization: `Bearer ${here}` } });
  const me = async (token: string) =>
    (await main.app.request('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).status;
  const sessionOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as { sid: string }).sid;
  await client.endSession({ params: { sessionId: sessionOf(there) } });
  expect([await me(here), await me(there)]).toEqual([200, 401]);
  await expect(client.endSession({ params: { sessionId: sessionOf(there) } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await client.endSession({ params: { sessionId: sessionOf(here) } });
  expect(await me(here)).toBe(401);
});

it('gives a token for 5 minutes that unsubscribes and does nothing else', async () => {
  const owner = await main.signIn();
  const { token, scope } = await main.asClient(authContract, owner).tempToken({ body: {} });
  expect(scope).toBe('unsubscribe');
  const [lead] = await main.test.query<{ id: number }>(
    `insert into lead (workspace_id, email, domain) values ($1, 'lead@else.test', 'else.test') returning id`,
    [owner.workspaceId],
  );
  const authorization = `Bearer ${token}`;
  for (const [method, path] of [
    ['GET', '/api/auth/me'],
    ['GET', '/api/campaigns'],
    ['POST', '/api/auth/temp-token'],
    ['DELETE', `/api/v1/leads/${lead?.id}`],
  ] as const) {
    expect([path, (await main.app.request(path, { method, headers: { authorization } })).status]).toEqual([path, 401]);
  }
  const unsubscribe = () =>
    main.app.request(`/api/v1/leads/${lead?.id}/unsubscribe`, { method: 'POST', headers: { authorization } });
  expect((await unsubscribe()).status).toBe(200);
  expect(
    (
      await main.test.query<{ count: number }>(
        `select count(*)::int from suppression where workspace_id = $1 and value = 'lead@else.test'`,
        [owner.workspaceId],
      )
    )[0]?.count,
  ).toBe(1);
  main.realClock.advance(5 * 60_000 + 1000);
  expect((await unsubscribe()).status).toBe(401);
});

it('counts tries in the database, so that another process and a restart know of them', async () => {
  const [one, other] = [
    createAttemptLimit(main.deps.db, 'shared', 2, 60),
    createAttemptLimit(main.deps.db, 'shared', 2, 60),
  ];
  await one.countOrRefuse('ada@firm.test');
  await other.countOrRefuse('ada@firm.test');
  await expect(one.countOrRefuse('ada@firm.test')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(JSON.stringify(await main.test.query('select key from attempt_count'))).not.toContain('ada@firm.test');
  await one.forgive('ada@firm.test');
  await one.reset('ada@firm.test');
  await other.countOrRefuse('ada@firm.test');
});

it('tells the frame in one answer what single calls tell, and nothing that the person may not see', async () => {
  const owner = await main.signIn();
  const start = await main.asClient(startContract, owner).start({});
  const auth = main.asClient(authContract, owner);
  expect({ user: start.user, plan: start.plan }).toEqual(await auth.me({}));
  expect(start.get_started).toEqual(await auth.getStarted({}));
  expect(start.notices.unread).toBe((await main.asClient(noticesContract, owner).listNotices({ query: {} })).unread);
  expect(start).toMatchObject({ inbox: { unread: 0 }, mailboxes: { all: 0, failing: 0 }, time: { scale: 1 } });
  const client = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['reply_master_inbox'] } });
  expect(await main.asClient(startContract, client).start({})).toMatchObject({ inbox: { unread: 0 }, mailboxes: null });
});
