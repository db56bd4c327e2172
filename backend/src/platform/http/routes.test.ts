import { defineContract } from '@skein/contracts/endpoint';
import { z } from 'zod';
import { mountRoutes } from './mount-routes';
import { routes, type HttpDeps } from './routes';

const contract = defineContract({
  service: 'main',
  tag: 'Trial',
  endpoints: {
    one: {
      method: 'GET',
      path: '/things/:thingId',
      aliases: ['PATCH /old/:thingId/thing'],
      access: { who: 'anyone' },
      summary: 'By id',
      params: z.object({ thingId: z.string() }),
      response: z.object({ from: z.string() }),
    },
    save: {
      method: 'POST',
      path: '/things',
      access: { who: 'anyone' },
      summary: 'Save',
      body: z.object({ name: z.string().optional() }),
      response: z.object({ name: z.string().nullable() }),
      status: 201,
    },
    fail: { method: 'GET', path: '/fail', access: { who: 'anyone' }, summary: 'Fails', response: z.object({}) },
    miss: { method: 'GET', path: '/miss', access: { who: 'anyone' }, summary: 'Misses', response: z.object({}) },
  },
});
const list = defineContract({
  service: 'main',
  tag: 'Lists',
  endpoints: {
    list: {
      method: 'GET',
      path: '/things/list',
      access: { who: 'anyone' },
      summary: 'A literal next to a parameter',
      response: z.object({ from: z.string() }),
    },
  },
});

const logged: object[] = [];
const told: object[] = [];
const deps: HttpDeps = {
  authenticate: async () => null,
  log: { error: (fields) => logged.push(fields), info: (fields) => told.push(fields) },
  strictAnswers: true,
};
const app = mountRoutes([
  routes(contract)(deps, {
    one: async (_, { params }) => ({ from: params.thingId, secret: 'not in the contract' }),
    save: async (_, { body }) => ({ name: body.name ?? null }),
    fail: async () => {
      throw new Error('password=hunter2');
    },
    miss: async () => {
      throw Object.assign(new Error('violates'), { code: '23503', constraint: 'note_author_fkey' });
    },
  }),
  routes(list)(deps, { list: async () => ({ from: 'the list' }) }),
]);

it('lets a literal path of one contract win over a parameter of another, and takes aliases and trailing slashes', async () => {
  const from = async (path: string, method = 'GET') =>
    ((await (await app.request(path, { method })).json()) as { data: { from: string } }).data;
  expect(await from('/things/list')).toEqual({ from: 'the list' });
  expect(await from('/things/list/')).toEqual({ from: 'the list' });
  expect(await from('/things/12')).toEqual({ from: '12' });
  expect(await from('/old/7/thing', 'PATCH')).toEqual({ from: '7' });
});

it('answers an unknown address with the envelope and a request id', async () => {
  const answer = await app.request('/nothing', { headers: { 'x-request-id': 'mine' } });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ ok: false, code: 'NOT_FOUND', request_id: 'mine' });
});

it('takes an empty body as no fields, and refuses one that is too large without reading it all', async () => {
  expect((await app.request('/things', { method: 'POST' })).status).toBe(201);
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const answer = await app.request('/things', { method: 'POST', body: endless, duplex: 'half' } as RequestInit);
  expect(answer.status).toBe(413);
  expect(sent).toBeLessThan(20);
});

it('hides what went wrong inside, and logs it once', async () => {
  const answer = await app.request('/fail');
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('hunter2');
  expect(logged).toHaveLength(1);
});

it('answers what refers to something that is gone as a conflict, and tells the log which reference', async () => {
  const answer = await app.request('/miss');
  expect(answer.status).toBe(409);
  expect(told).toContainEqual(expect.objectContaining({ route: 'GET /miss', constraint: 'note_author_fkey' }));
  expect(JSON.stringify(await answer.json())).not.toContain('note_author');
});
