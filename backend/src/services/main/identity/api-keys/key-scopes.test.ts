import { authContract } from '@skein/contracts/main/auth.contract';
import { permissionsOf } from '@skein/contracts/permissions';
import { openApiDocument } from '@skein/contracts/openapi';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const keys = () => main.asClient(authContract, me);
const get = (path: string, key: string, method = 'GET', body?: object) =>
  main.app.request(path, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

it('a key does what its scopes name, and is told which scope is missing, on the wire too', async () => {
  const { api_key: key } = await keys().createApiKey({ body: { name: 'One scope', scopes: ['mailbox.read'] } });
  expect((await get('/api/mailboxes', key)).status).toBe(200);
  expect((await get('/api/v1/email-accounts?limit=10', key)).status).toBe(200);
  for (const [path, scope] of [
    ['/api/campaigns', 'campaign.read'],
    ['/api/v1/campaigns', 'campaign.read'],
    ['/api/audit-entries', 'settings.write'],
  ] as const) {
    const answer = await get(path, key);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    expect(await answer.json()).toMatchObject({
      message: `This API key needs the scope ${scope}.`,
      details: [{ field: 'scope', message: `needs ${scope}` }],
    });
  }
  const refused = await get('/api/mailboxes/bulk/suspension', key, 'POST', { mailbox_ids: [1], is_suspended: true });
  expect(refused.status).toBe(403);
});

it('a key makes and replaces no key that may do more than itself', async () => {
  const owner = await main.signIn();
  const own = main.asClient(authContract, owner);
  const [client] = await main.test.query<{ id: number }>(
    `insert into agency_client (workspace_id, name, email) values ($1, 'Marlow', 'team@marlow.test') returning id`,
    [owner.workspaceId],
  );
  const clientId = client!.id;
  const expires_at = new Date(main.realClock.now() + 3_600_000).toISOString();
  const { api_key: narrow } = await own.createApiKey({
    body: { name: 'Narrow', scopes: ['api-key.manage'], expires_at, requests_per_minute: 10 },
  });
  const wide = await own.createApiKey({ body: { name: 'Wide', client_id: clientId } });
  const made = await get('/api/v1/client/api-key', narrow, 'POST', { clientId, keyName: 'Minted' });
  expect(made.status).toBe(200);
  const { data } = (await made.json()) as { data: { id: number } };
  const { keys: all } = await own.apiKeys({});
  expect(all.find(({ id }) => id === data.id)).toMatchObject({
    scopes: ['api-key.manage'],
    expires_at,
    requests_per_minute: 10,
  });
  expect((await get('/api/v1/client/api-key', narrow, 'PUT', { id: wide.id })).status).toBe(403);
  expect((await get('/api/v1/client/api-key', narrow, 'PUT', { id: data.id })).status).toBe(200);
});

it('scopes never give more than the person may', async () => {
  const viewer = await main.signIn({ workspaceId: me.workspaceId, role: 'ADMIN_ACCESS' });
  const { api_key: key } = await main
    .asClient(authContract, viewer)
    .createApiKey({ body: { name: 'All', scopes: [...permissionsOf({ role: 'ADMIN_ACCESS', client: null })] } });
  await main.test.query(`update app_user set role = 'VIEW_ONLY_ACCESS' where id = $1`, [viewer.userId]);
  main.deps.authenticator.forget(me.workspaceId);
  const answer = await get('/api/folders', key, 'POST', { name: 'No' });
  expect(answer.status).toBe(403);
  expect(answer.headers.get('www-authenticate')).toBeNull();
});

it('keys of before keep doing everything', async () => {
  const key = await main.apiKey(me);
  expect((await get('/api/campaigns', key)).status).toBe(200);
  expect((await keys().apiKeys({})).keys[0]).toMatchObject({ scopes: null, expires_at: null });
});

it('a key ends on its day and says so', async () => {
  await expect(
    keys().createApiKey({ body: { name: 'Past', expires_at: new Date(main.realClock.now() - 1000).toISOString() } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  const expires_at = new Date(main.realClock.now() + 60_000).toISOString();
  const { api_key: key } = await keys().createApiKey({ body: { name: 'Short', expires_at } });
  expect((await get('/api/campaigns', key)).status).toBe(200);
  main.realClock.advance(61_000);
  const answer = await get('/api/campaigns', key);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({
    message: `This API key expired on ${expires_at.slice(0, 10)}. Create another one.`,
  });
  me = await main.signIn({ workspaceId: me.workspaceId });
});

it('a key with a limit of its own is held to it', async () => {
  const { api_key: key } = await keys().createApiKey({ body: { name: 'Slow', requests_per_minute: 3 } });
  const answers = [];
  for (let count = 0; count < 5; count += 1) answers.push(await get('/api/folders', key));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('3');
});

it('a key for a client without a login sees what the client sees', async () => {
  const [client] = await main.test.query<{ id: number }>(
    `insert into agency_client (workspace_id, name, email, permissions) values ($1, 'Acme', 'acme@c.test', '{full_access}') returning id`,
    [me.workspaceId],
  );
  for (const [name, clientId] of [
    ['Theirs', client?.id],
    ['Ours', null],
  ] as const)
    await main.test.query('insert into campaign (workspace_id, name, client_id) values ($1, $2, $3)', [
      me.workspaceId,
      name,
      clientId,
    ]);
  const { api_key: key } = await keys().createApiKey({ body: { name: 'Acme', client_id: client?.id as number } });
  const { data } = (await (await get('/api/campaigns', key)).json()) as { data: { rows: { name: string }[] } };
  expect(data.rows.map((row) => row.name)).toEqual(['Theirs']);
  expect((await keys().apiKeys({})).keys[0]).toMatchObject({ client_name: 'Acme', is_mine: true });
  await expect(keys().createApiKey({ body: { name: 'x', client_id: 2_000_000_000 } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
});

it('the documentation names the scope of each call that a key can make', () => {
  const { paths } = openApiDocument({ url: 'http://localhost' });
  expect(paths['/api/v1/campaigns']?.['get']).toMatchObject({
    'x-required-scope': 'campaign.read',
    description: expect.stringContaining('Scope of an API key: `campaign.read`'),
  });
  expect(paths['/api/api-keys']?.['get']).not.toHaveProperty('x-required-scope');
});

it('names no scope that the person does not have, and says which', async () => {
  const admin = await main.signIn({ workspaceId: me.workspaceId, role: 'ADMIN_ACCESS' });
  const make = (scopes: ('billing.manage' | 'lead.read' | 'server.order')[]) =>
    main.asClient(authContract, admin).createApiKey({ body: { name: 'Wide', scopes } });
  await expect(make(['billing.manage', 'lead.read', 'server.order'])).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [
      {
        field: 'scopes',
        message: 'can include only what your role allows. You do not have billing.manage, server.order',
      },
    ],
  });
  expect(await make(['lead.read'])).toMatchObject({ api_key: expect.any(String) as string });
});
