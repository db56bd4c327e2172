import { authContract } from '@skein/contracts/main/auth.contract';
import { v1ClientsContract } from '@skein/contracts/v1/clients.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { wireApi } from './testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

test('a new password for a client ends the sessions that the old one began', async () => {
  const clients = main.asClient(v1ClientsContract, me);
  const given = { name: 'Bright Ltd', email: 'login@bright.test', password: 'the first password' };
  const { id } = await clients.save({ body: given });
  await main.test.query('update app_user set is_email_verified = true where email = $1', [given.email]);
  const auth = main.asClient(authContract);
  const { token } = await auth.clientLogin({ body: { email: given.email, password: given.password } });
  const asClient = main.asClient(authContract, { headers: { authorization: `Bearer ${token}` } });
  expect((await asClient.me({})).user.isClient).toBe(true);
  await clients.save({ body: { ...given, id, password: 'the second password' } });
  main.deps.authenticator.forget(me.workspaceId);
  await expect(asClient.me({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect((await auth.clientLogin({ body: { email: given.email, password: 'the second password' } })).token).toEqual(
    expect.any(String),
  );
});

test('a key of a client sees what the client sees, stands whole in one answer only, and ends when it is replaced or deleted', async () => {
  const api = await wireApi(main, me);
  const { clientId } = (
    await api('POST', '/client/save', {
      name: 'Keyed',
      email: 'keyed@bright.test',
      password: 'the first password',
      permission: ['full_access'],
    })
  ).json as { clientId: number };
  const early = (await api('POST', '/client/api-key', { client_id: clientId, key_name: 'Before its login' })).json as {
    data: { api_key: string };
  };
  const whoIs = async (by: string) =>
    (
      (await (await main.app.request('/api/auth/me', { headers: { 'x-api-key': by } })).json()) as {
        data: { user: { email: string; isClient: boolean } };
      }
    ).data.user;
  expect(await whoIs(early.data.api_key)).toMatchObject({
    email: expect.stringMatching(/@keys\.invalid$/),
    isClient: true,
  });
  await main.test.query(`update app_user set is_email_verified = true where email = 'keyed@bright.test'`);
  const [own, foreign] = await Promise.all(
    [clientId, null].map(
      async (client_id) =>
        ((await api('POST', '/campaigns/create', { name: 'One', client_id })).json as { id: number }).id,
    ),
  );
  const made = await api(
    'POST',
    '/client/api-key',
    { client_id: clientId, key_name: 'Reports - 1' },
    { 'idempotency-key': 'once' },
  );
  const { id, api_key: key } = (made.json as { data: { id: number; api_key: string } }).data;
  expect(made.json).toMatchObject({
    ok: true,
    data: { client_id: clientId, key_name: 'Reports - 1', api_key: expect.stringMatching(/^skein_/), status: 'active' },
  });
  expect(JSON.stringify(await main.test.query('select * from idempotency_key'))).not.toContain(key);
  const list = await api('GET', `/client/api-key?clientId=${clientId}&status=ACTIVE&keyName=reports`);
  expect(list.json).toMatchObject({ data: [{ id, api_key: `…${key.slice(-4)}` }] });
  expect(list.text).not.toContain(key);
  const campaigns = async (by: string) => main.app.request(`/api/v1/campaigns?api_key=${by}`);
  expect(((await (await campaigns(key)).json()) as { id: number }[]).map((campaign) => campaign.id)).toEqual([own]);
  expect((await main.app.request(`/api/v1/campaigns/${foreign}?api_key=${key}`)).status).toBe(404);
  expect((await main.app.request(`/api/v1/client/api-key?api_key=${key}`)).status).toBe(403);
  // It is the client in everything, so that nothing of the person who made it is read or spent.
  const { data } = (await (await main.app.request('/api/auth/me', { headers: { 'x-api-key': key } })).json()) as {
    data: { user: { email: string; isClient: boolean } };
  };
  expect(data.user).toMatchObject({ email: 'keyed@bright.test', isClient: true });
  const replaced = async (method: string, path: string, body?: unknown) =>
    ((await api(method, path, body)).json as { data: { api_key: string } }).data.api_key;
  const second = await replaced('PUT', `/client/api-key/reset/${id}`);
  expect([(await campaigns(key)).status, (await campaigns(second)).status]).toEqual([401, 200]);
  const third = await replaced('PUT', '/client/api-key', { id });
  expect((await api('DELETE', `/client/api-key/${id}`)).json).toEqual({ ok: true });
  expect((await campaigns(third)).status).toBe(401);
  const [main_key] = await main.test.query<{ id: number }>(
    'select id from api_key where workspace_id = $1 and client_id is null',
    [me.workspaceId],
  );
  expect((await api('DELETE', '/client/api-key', { id: main_key?.id })).status).toBe(404);
  expect((await api('POST', '/client/api-key', { clientId: 2_000_000_000, keyName: 'x' })).status).toBe(400);
});
