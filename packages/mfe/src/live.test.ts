/** @jest-environment node */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, type outdate, type Tag } from './api';
import { gatherTags, listenLive, takeEvents, tagsOfEvent } from './live';

it('reads events that arrive in pieces', () => {
  const first = takeEvents('id: 1\nevent: changed\ndata: {"tags":["camp');
  expect(first.events).toEqual([]);
  const second = takeEvents(`${first.rest}aign"]}\n\n: still here\n\ndata: two\r\ndata: lines\r\n\r\nrest`);
  expect(second.events).toEqual([
    { id: '1', event: 'changed', data: '{"tags":["campaign"]}' },
    { event: 'message', data: '' },
    { event: 'message', data: 'two\nlines' },
  ]);
  expect(second.rest).toBe('rest');
});

it('knows what a topic touches, and leaves out topics of a newer server', () => {
  expect(tagsOfEvent({ data: '{"type":"changed","topics":["inbox","folders","of-next-year"]}' })).toEqual([
    'thread',
    'counts',
    'folder',
  ]);
  expect(tagsOfEvent({ data: '{"type":"changed","topics":["campaign:12"]}' })).toContain('campaign');
  expect(tagsOfEvent({ data: '{"type":"everything"}' })).toBe('everything');
  expect(tagsOfEvent({ data: 'not json' })).toEqual([]);
});

it('drops what an event names, and everything after a broken line', async () => {
  // Node has no window; the channel only listens to its "online".
  Object.assign(globalThis, { window: new EventTarget() });
  const connections: { lastId: string | undefined; response: ServerResponse }[] = [];
  let arrived: () => void = () => {};
  const arrival = () => new Promise<void>((resolve) => (arrived = resolve));
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    connections.push({ lastId: request.headers['last-event-id'] as string | undefined, response });
    response.write(`id: ${connections.length}\ndata: {"type":"everything"}\n\n`);
    arrived();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dropped: unknown[] = [];
  let heard: () => void = () => {};
  let next = arrival();
  const stop = listenLive({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`,
    token: () => 'token',
    renewToken: () => Promise.resolve(null),
    dispatch: ((refresh: ReturnType<typeof outdate>) => {
      refresh(
        ((action: { type: string; payload?: unknown }) => {
          if (/internal_get/.test(action.type)) return { getSubscriptionCount: () => 1 };
          dropped.push(action.payload);
          return heard();
        }) as never,
        () => ({ api: api.reducer(undefined, { type: 'none' }) }) as never,
      );
    }) as never,
    pace: 0,
    backoff: () => 1,
  });
  await next;
  const event = new Promise<void>((resolve) => (heard = resolve));
  connections[0]?.response.write('id: 41\ndata: {"type":"changed","topics":["inbox"]}\n\n');
  await event;
  expect(dropped).toEqual([['thread', 'counts']]);

  next = arrival();
  connections[0]?.response.destroy();
  await next;
  expect(connections[1]?.lastId).toBe('41');
  await new Promise<void>((resolve) => (heard = resolve));
  expect(dropped).toHaveLength(2);
  expect(dropped[1]).toContain('campaign');
  stop();
  connections[1]?.response.end();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('reads again with each attempt when the server has no place for one more line, and asks half a minute later', async () => {
  Object.assign(globalThis, { window: new EventTarget() });
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(429).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const attempts: number[] = [];
  const refreshed: unknown[] = [];
  await new Promise<void>((resolve) => {
    const stop = listenLive({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`,
      token: () => 'token',
      renewToken: () => Promise.resolve(null),
      dispatch: ((refresh: unknown) => refreshed.push(refresh)) as never,
      pace: 0,
      backoff: (attempt) => {
        attempts.push(attempt);
        if (attempts.length === 2) {
          stop();
          resolve();
        }
        return 1;
      },
    });
  });
  expect(asked).toBe(2);
  expect(refreshed).toHaveLength(2);
  expect(attempts).toEqual([5, 6]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('many events', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('refresh a page once a second, the first one at once, and a changed person always', () => {
    const refreshed: Tag[][] = [];
    const gathered = gatherTags((named) => refreshed.push(named));
    gathered.add(['thread']);
    gathered.add(['counts']);
    gathered.add(['lead', 'counts']);
    expect(refreshed).toEqual([['thread']]);
    jest.advanceTimersByTime(1000);
    expect(refreshed.slice(1)).toEqual([['counts', 'lead']]);
    gathered.add(['campaign']);
    gathered.add(['profile']);
    expect(refreshed.slice(2)).toEqual([['campaign', 'profile']]);
    gathered.stop();
  });

  it('refresh sums at once, and then once in five seconds while changes go on', () => {
    const refreshed: Tag[][] = [];
    const gathered = gatherTags((named) => refreshed.push(named));
    gathered.add(['analytics', 'lead']);
    expect(refreshed.splice(0)).toEqual([['analytics', 'lead']]);
    for (const _ of [1, 2, 3, 4]) {
      gathered.add(['analytics', 'lead']);
      jest.advanceTimersByTime(1000);
      expect(refreshed.splice(0)).toEqual([['lead']]);
    }
    jest.advanceTimersByTime(1000);
    expect(refreshed.splice(0)).toEqual([['analytics']]);
    gathered.add(['analytics']);
    jest.advanceTimersByTime(4999);
    expect(refreshed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(refreshed).toEqual([['analytics']]);
    gathered.stop();
  });

  it('refresh a tab that nobody looks at when somebody looks again', () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    Object.assign(globalThis, { document: page });
    const refreshed: Tag[][] = [];
    const gathered = gatherTags((named) => refreshed.push(named));
    gathered.add(['thread']);
    jest.advanceTimersByTime(60_000);
    expect(refreshed).toEqual([]);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(refreshed).toEqual([['thread']]);
    gathered.stop();
  });
});
