import { Agent, request, type IncomingMessage } from 'node:http';

import { Hono } from 'hono';

import type { ConnectionFacts } from '#platform/http/client-address';
import { silentLog } from '#platform/log/log';
import { createHealthApp } from './health-app';
import { startHttpServer, type HttpServer } from './http-server';
import type { RunningModules } from './module';
import { stopServer } from './stop-server';

let http: HttpServer;

beforeEach(async () => {
  http = await startHttpServer({ port: 0, host: '127.0.0.1', log: silentLog });
});

afterEach(() => http.close());

const get = (path: string) => fetch(`http://127.0.0.1:${http.port}${path}`);

it('answers 503 until something is mounted, then by the longest prefix, with the whole path', async () => {
  expect((await get('/api/x')).status).toBe(503);
  http.mount(
    ['/'],
    new Hono().get('*', (context) => context.text(`page ${context.req.path}`)),
  );
  http.mount(
    ['/api'],
    new Hono().get('*', (context) => context.text(`api ${context.req.path}`)),
  );
  expect(await (await get('/api/x')).text()).toBe('api /api/x');
  expect(await (await get('/apiary')).text()).toBe('page /apiary');
});

it('is live at once, and ready only when every module is', async () => {
  let modules: RunningModules | undefined;
  let waiting: Record<string, string> = { 'sandbox:world': 'is being seeded' };
  http.mount(
    ['/health', '/metrics'],
    createHealthApp({
      target: 'all',
      modules: () => modules,
      http,
      database: () => undefined,
      metricsToken: undefined,
    }),
  );
  expect((await get('/health/live')).status).toBe(200);
  expect((await get('/health/ready')).status).toBe(503);
  modules = { names: ['sandbox:world'], waiting: async () => waiting, stop: async () => undefined };
  const seeding = await get('/health/ready');
  expect(seeding.status).toBe(503);
  expect(await seeding.json()).toMatchObject({ ok: false, data: { waiting } });
  waiting = {};
  const ready = await get('/health/ready');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ ok: true, data: { status: 'ready', modules: ['sandbox:world'] } });
  expect(await (await get('/metrics')).text()).toMatch(/skein_http_answers_total\{class="2xx"\} 2/);
});

it('says in one sentence that the port is taken', async () => {
  await expect(startHttpServer({ port: http.port, host: '127.0.0.1', log: silentLog })).rejects.toThrow(
    `Port ${http.port} is taken by another program: stop it, or choose another one with PORT=${http.port + 1} npm start.`,
  );
});

it('answers 500 without details when an app throws', async () => {
  http.mount(['/broken'], {
    fetch: () => {
      throw new Error('the password is hunter2');
    },
  } as unknown as Hono);
  const answer = await get('/broken');
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('hunter2');
});

it('lets a running request finish before it closes', async () => {
  let finish: () => void = () => undefined;
  const started = new Promise<void>((begun) => {
    http.mount(
      ['/slow'],
      new Hono().get('*', async (context) => {
        begun();
        await new Promise<void>((resolve) => (finish = resolve));
        return context.text('done');
      }),
    );
  });
  const answer = get('/slow');
  await started;
  const closing = http.close();
  finish();
  expect(await (await answer).text()).toBe('done');
  await closing;
});

it('shows its figures on this machine and to whoever has the token, and to nobody through a proxy', async () => {
  http.mount(
    ['/metrics'],
    createHealthApp({
      target: 'all',
      modules: () => undefined,
      http,
      database: () => undefined,
      metricsToken: 'a-token-for-the-collector',
    }),
  );
  const read = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${http.port}/metrics`, { headers })).status;
  expect(await read({})).toBe(200);
  const outside = { 'x-forwarded-for': '203.0.113.9' };
  expect(await read(outside)).toBe(403);
  expect(await read({ ...outside, authorization: 'Bearer wrong' })).toBe(403);
  expect(await read({ ...outside, authorization: 'Bearer a-token-for-the-collector' })).toBe(200);
});

it('a stop lets the running request finish before what it works with is stopped', async () => {
  const order: string[] = [];
  let finish: () => void = () => undefined;
  const started = new Promise<void>((begun) => {
    http.mount(
      ['/slow'],
      new Hono().get('*', async (context) => {
        begun();
        await new Promise<void>((resolve) => (finish = resolve));
        order.push('answered');
        return context.text('done');
      }),
    );
  });
  const answer = get('/slow');
  await started;
  const stopping = stopServer(http, async () => ({
    names: [],
    waiting: async () => ({}),
    stop: async () => void order.push('database closed'),
  }));
  await expect(get('/slow')).rejects.toThrow();
  finish();
  expect(await (await answer).text()).toBe('done');
  await stopping;
  expect(order).toEqual(['answered', 'database closed']);
});

it('a stop ends event streams at once', async () => {
  http.mount(
    ['/live'],
    new Hono<{ Bindings: ConnectionFacts }>().get('*', (context) => {
      context.env.noteStream?.();
      return new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')) }),
        { headers: { 'content-type': 'text/event-stream' } },
      );
    }) as unknown as Hono,
  );
  const stream = (await get('/live')).body?.getReader();
  await stream?.read();
  await http.close();
  await expect(stream?.read()).rejects.toThrow();
});

it('one service on a port of its own answers for itself only', async () => {
  http.mount(
    ['/api'],
    new Hono().get('*', (context) => context.text('main')),
  );
  http.mount(
    ['/api/analytics'],
    new Hono().get('*', (context) => context.text('analytics')),
  );
  const port = await http.listenFor('analytics', 0);
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await (await at('/api/analytics/x')).text()).toBe('analytics');
  expect((await at('/api/campaigns')).status).toBe(404);
});

it('keeps an idle connection longer than a proxy keeps it, and a stop does not wait for it', async () => {
  const agent = new Agent({ keepAlive: true });
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port: http.port, host: '127.0.0.1', path: '/x', agent }, resolve).on('error', reject).end(),
  );
  expect(answer.headers['keep-alive']).toMatch(/^timeout=(6[1-9]|[7-9]\d)$/);
  const closed = new Promise((resolve) => answer.socket.once('close', resolve));
  answer.resume();
  await http.close();
  await closed;
  agent.destroy();
});

describe('headers that every answer bears', () => {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${http.port}${path}`, { headers });
    return ['x-content-type-options', 'cache-control', 'strict-transport-security'].map((name) =>
      answer.headers.get(name),
    );
  };
  const app = () => new Hono().get('*', (context) => context.text('answer'));

  it('keeps answers of the API from caches and from being guessed at, also the failing ones, unless a route says otherwise', async () => {
    expect(await ask('/api/early')).toEqual(['nosniff', 'no-store', null]);
    http.mount(['/api', '/'], app());
    expect(await ask('/api/v1/campaigns?api_key=secret')).toEqual(['nosniff', 'no-store', null]);
    expect(await ask('/page')).toEqual(['nosniff', null, null]);
    expect(await ask('/o/pixel')).toEqual([null, null, null]);
    http.mount(
      ['/api/picture'],
      new Hono().get('*', (context) => context.text('png', 200, { 'cache-control': 'public, max-age=60' })),
    );
    expect(await ask('/api/picture')).toEqual(['nosniff', 'public, max-age=60', null]);
  });

  it('tells browsers to stay on TLS where people use it, and never over a connection without', async () => {
    await http.close();
    http = await startHttpServer({ port: 0, host: '127.0.0.1', log: silentLog, isHttps: true });
    http.mount(['/'], app());
    expect((await ask('/page', { 'x-forwarded-proto': 'https' }))[2]).toBe('max-age=31536000');
    expect((await ask('/page', { 'x-forwarded-proto': 'http' }))[2]).toBeNull();
  });
});
