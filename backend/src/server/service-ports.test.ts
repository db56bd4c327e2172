import { createTransport } from '@skein/mfe/transport';
import { createClient } from '@skein/contracts/client';
import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { subscriptionContract } from '@skein/contracts/subscription/subscription.contract';
import { serviceNames, type ServiceName } from '@skein/contracts/endpoint';
import { servicePrefix } from '@skein/contracts/health';
import { silentLog } from '#platform/log/log';
import { hashPassword } from '#platform/crypto/passwords';
import { createOriginRule } from './allowed-origins';
import { startHttpServer, type HttpServer } from './http-server';
import { createTestServices, type TestServices } from './testing/test-services';

const page = 'http://localhost:3100';
const lines: { requestId?: string; route?: string }[] = [];
let services: TestServices;
let http: HttpServer;
const ports: Partial<Record<ServiceName, number>> = {};
const baseUrl = (service: ServiceName) => `http://127.0.0.1:${ports[service]}`;

beforeAll(async () => {
  services = await createTestServices({ log: { ...silentLog, info: (fields: object) => void lines.push(fields) } });
  http = await startHttpServer({ port: 0, host: '127.0.0.1', log: silentLog });
  for (const [name, app] of Object.entries(services.apps))
    http.mount(name === 'tracking' ? ['/api/tracking', '/o', '/c', '/u'] : [servicePrefix(name as ServiceName)], app);
  for (const name of serviceNames) ports[name] = await http.listenFor(name, 0);
  http.allowOrigins(
    createOriginRule(services.main.deps, {
      publicUrl: 'http://localhost:3000',
      allowedOrigins: [],
      servicePorts: { web: 3100 },
    }),
  );
});
afterAll(async () => {
  await http.close();
  await services.close();
});

it('every service is live and ready at a base URL of its own, and nowhere else', async () => {
  for (const name of serviceNames) {
    for (const probe of ['live', 'ready']) {
      const answer = await fetch(`${baseUrl(name)}${servicePrefix(name)}/health/${probe}`, {
        headers: { origin: page },
      });
      expect([name, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([name, 200, page]);
      expect(await answer.json()).toMatchObject({ ok: true, data: { service: name }, message: 'success' });
    }
    if (name !== 'main') expect((await fetch(`${baseUrl(name)}/api/auth/me`)).status).toBe(404);
  }
});

it('login and a list work from a page of another origin, service by service', async () => {
  const me = await services.main.signIn();
  await services.main.test.query('update app_user set password_hash = $2 where id = $1', [
    me.userId,
    await hashPassword('a long enough password'),
  ]);
  await services.main.test.query(`insert into campaign (workspace_id, name) values ($1, 'Over two ports')`, [
    me.workspaceId,
  ]);
  let token: string | null = null;
  const transport = createTransport({
    baseUrl,
    token: () => token,
    renewToken: async () => null,
    onSessionExpired: () => undefined,
    onUnexpectedHtml: () => undefined,
  });
  token = (
    await createClient(authContract, transport).login({ body: { email: me.email, password: 'a long enough password' } })
  ).token;
  expect((await createClient(campaignsContract, transport).listCampaigns({})).rows.map((row) => row.name)).toEqual([
    'Over two ports',
  ]);
  const preflight = await fetch(`${baseUrl('main')}/api/campaigns`, {
    method: 'OPTIONS',
    headers: {
      origin: page,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-credentials')]).toEqual([204, 'true']);
});

it('a request id follows a request from service to service, whether the caller named one or not', async () => {
  const me = await services.main.signIn();
  const plan = Object.values(subscriptionContract.endpoints).find(
    (endpoint) => endpoint.method === 'GET' && endpoint.path.endsWith('/plan'),
  );
  for (const given of ['call-42', undefined]) {
    lines.length = 0;
    const answer = await fetch(`${baseUrl('subscription')}${plan?.path}`, {
      headers: { ...me.headers, ...(given ? { 'x-request-id': given } : {}) },
    });
    expect(answer.status).toBe(200);
    const id = answer.headers.get('x-request-id');
    expect(id).toEqual(given ?? expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(lines.filter((line) => line.requestId === id).map((line) => line.route)).toEqual([
      `GET ${authContract.endpoints.me.path}`,
      `GET ${plan?.path}`,
    ]);
  }
});

it('takes no id that is no id, and logs routes instead of addresses', async () => {
  const me = await services.main.signIn();
  lines.length = 0;
  const answer = await fetch(`${baseUrl('main')}/api/campaigns?search=${encodeURIComponent('ada@firm.test')}`, {
    headers: { ...me.headers, 'x-request-id': 'a b {"x":1}' },
  });
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(lines)).not.toMatch(/firm\.test|Bearer|eyJ/);
});
