import { z } from 'zod';
import { createClient } from '@skein/contracts/client';
import { defineContract } from '@skein/contracts/endpoint';
import { runData } from '@skein/mfe/data-query';
import { problemOf } from '@skein/mfe/problem';
import { provideTransport } from '@skein/mfe/transport';
import { crowdSize, longest } from './crowd';
import { FakeServer } from './fake-server';

const contract = defineContract({
  service: 'main',
  tag: 'Tests',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/boxes',
      access: { who: 'anyone' },
      summary: 'List',
      query: z.object({
        page: z.coerce.number<number>().optional(),
        ids: z.array(z.coerce.number<number>()).optional(),
      }),
      response: z.object({ names: z.array(z.string()) }),
    },
    newest: {
      method: 'GET',
      path: '/api/boxes/newest',
      access: { who: 'anyone' },
      summary: 'The newest',
      response: z.object({ name: z.string() }),
    },
    one: {
      method: 'GET',
      path: '/api/boxes/:boxId',
      access: { who: 'anyone' },
      summary: 'One',
      params: z.object({ boxId: z.coerce.number<number>() }),
      response: z.object({ name: z.string() }),
    },
    rename: {
      method: 'PATCH',
      path: '/api/boxes/:boxId',
      access: { who: 'anyone' },
      summary: 'Rename',
      params: z.object({ boxId: z.coerce.number<number>() }),
      body: z.object({ name: z.string().min(1, 'is required') }),
      response: z.object({ done: z.boolean() }),
    },
  },
});

const caught = (promise: Promise<unknown>) => promise.then(() => null, problemOf);

it('answers what it was given, completed by the contract', async () => {
  const server = new FakeServer().answer(contract, 'one', ({ params }) => ({ name: `Box ${params.boxId}` }));
  expect(await createClient(contract, server.transport).one({ params: { boxId: 4 } })).toEqual({ name: 'Box 4' });
  server.verify();
});

it('takes a call as the server does: what travels is text, and comes out as the contract reads it', async () => {
  const server = new FakeServer().answer(contract, 'list', {});
  await createClient(contract, server.transport).list({ query: { page: 2, ids: [1, 2] } });
  expect(server.calls(contract, 'list')).toEqual([
    { params: undefined, query: { page: 2, ids: [1, 2] }, body: undefined },
  ]);
});

it('refuses an invalid call with its field', async () => {
  const server = new FakeServer().answer(contract, 'rename', { done: true });
  const call = createClient(contract, server.transport).rename({ params: { boxId: 1 }, body: { name: '' } });
  expect(await caught(call)).toMatchObject({
    status: 400,
    code: 'VALIDATION',
    details: [{ field: 'name', message: 'is required' }],
  });
});

it('refuses an answer that the contract does not allow', () => {
  expect(() => new FakeServer().answer(contract, 'one', { name: 7 as unknown as string })).toThrow(/name/);
});

it('fails the test for a call that nobody gave an answer for', async () => {
  const server = new FakeServer();
  await caught(createClient(contract, server.transport).newest({}));
  expect(() => server.verify()).toThrow('GET /api/boxes/newest');
});

it('takes a literal address before one with a parameter', async () => {
  const server = new FakeServer()
    .answer(contract, 'one', { name: 'any' })
    .answer(contract, 'newest', { name: 'newest' });
  expect(await createClient(contract, server.transport).newest({})).toEqual({ name: 'newest' });
});

it('fails as told, until it is given an answer again', async () => {
  const server = new FakeServer()
    .answer(contract, 'newest', { name: 'a' })
    .fail(contract, 'newest', { code: 'NOT_FOUND' });
  const client = createClient(contract, server.transport);
  expect(await caught(client.newest({}))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  server.answer(contract, 'newest', { name: 'b' });
  expect(await client.newest({})).toEqual({ name: 'b' });
});

it('holds calls back until they are released, and lets go of those that are aborted', async () => {
  const server = new FakeServer().answer(contract, 'newest', { name: 'a' });
  const client = createClient(contract, server.transport);
  const release = server.hold(contract, 'newest');
  const leaver = new AbortController();
  const left = caught(client.newest({}, { signal: leaver.signal }));
  const stayed = client.newest({});
  leaver.abort();
  expect(await left).toMatchObject({ code: 'ABORTED' });
  expect(server.calls(contract, 'newest')).toEqual([]);
  release();
  expect(await stayed).toEqual({ name: 'a' });
});

it('answers operations of the data-query layer by their name', async () => {
  const server = new FakeServer().data('TeamMembers', ({ limit }) => ({
    team_members: [{ name: `${limit} at most` }],
  }));
  provideTransport(server.transport);
  const { team_members } = await runData('TeamMembers', { limit: 5, offset: 0 });
  expect(team_members.map(({ name }) => name)).toEqual(['5 at most']);
  server.verify();
});

it('answers very full: its list long, told apart by ids, and the name as long as people write it', async () => {
  const rows = z.object({ rows: z.array(z.object({ id: z.number(), name: z.string() })), total: z.number() });
  const crowded = defineContract({
    service: 'main',
    tag: 'Tests',
    endpoints: {
      all: { method: 'GET', path: '/api/crowd', access: { who: 'anyone' }, summary: 'All', response: rows },
    },
  });
  const server = new FakeServer()
    .answer(crowded, 'all', { rows: [{ id: 4, name: 'Oak' }], total: 1 })
    .crowd(crowded, 'all', 'Oak');
  const answer = await createClient(crowded, server.transport).all({});
  expect(new Set(answer.rows.map(({ id }) => id)).size).toBe(crowdSize);
  expect(answer.total).toBe(crowdSize);
  expect(answer.rows.every(({ name }) => name === longest('Oak'))).toBe(true);
  server.answer(crowded, 'all', {});
  expect(() => server.crowd(crowded, 'all', 'Oak')).toThrow('does not have the text');
});
