/** @jest-environment node */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireRequest } from '@skein/contracts/client';
import { ProblemError, type Problem } from './problem';
import { createTransport, serialiseQuery, type TransportOptions } from './transport';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let origin: string;
let answer: Answer;
let seen: { url: string; headers: IncomingMessage['headers']; body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body });
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  seen = [];
});

const json =
  (status: number, value: unknown): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(value));
  };

const request: WireRequest = { service: 'main', method: 'GET', path: '/api/things', answer: 'envelope' };

function setUp(options: Partial<TransportOptions> = {}) {
  const told = { expired: [] as string[], html: 0, renewals: 0, pending: 0, started: 0 };
  const transport = createTransport({
    baseUrl: () => origin,
    token: () => 'old-token',
    renewToken: () => {
      told.renewals += 1;
      return Promise.resolve(null);
    },
    onSessionExpired: (message) => told.expired.push(message),
    onUnexpectedHtml: () => (told.html += 1),
    onStart: () => {
      told.pending += 1;
      told.started += 1;
    },
    onEnd: () => (told.pending -= 1),
    ...options,
  });
  return { transport, told };
}

const problemOfCall = async (call: Promise<unknown>): Promise<Problem> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProblemError);
  return (error as ProblemError).problem;
};

it('unwraps the envelope, carries the token and a request id, and holds the loading flag', async () => {
  answer = json(200, { ok: true, data: { name: 'one' }, message: 'success' });
  const { transport, told } = setUp();
  await expect(transport({ ...request, query: { page: 2, tag: ['a', 'b'], none: undefined } })).resolves.toEqual({
    name: 'one',
  });
  expect(seen[0]?.url).toBe('/api/things?page=2&tag=a&tag=b');
  expect(seen[0]?.headers.authorization).toBe('Bearer old-token');
  expect(seen[0]?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(told).toMatchObject({ started: 1, pending: 0 });
});

it('renews the token once after a 401 and repeats the call', async () => {
  answer = (incoming, response) => {
    const good = incoming.headers.authorization === 'Bearer new-token';
    json(
      good ? 200 : 401,
      good ? { ok: true, data: 7, message: '' } : { ok: false, message: 'Token expired', code: 'UNAUTHENTICATED' },
    )(incoming, response, '');
  };
  const { transport, told } = setUp({
    renewToken: (refused) => Promise.resolve(refused === 'old-token' ? 'new-token' : null),
  });
  await expect(transport({ ...request, method: 'POST', body: { a: 1 } })).resolves.toBe(7);
  expect(seen.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);
  expect(told.expired).toEqual([]);
});

it('says that the session is over when it cannot be renewed, with the words of the server', async () => {
  answer = json(401, { ok: false, message: 'Token expired', code: 'UNAUTHENTICATED' });
  const { transport, told } = setUp();
  await expect(problemOfCall(transport(request))).resolves.toMatchObject({ status: 401, message: 'Token expired' });
  expect(told).toMatchObject({ expired: ['Token expired'], renewals: 1 });
});

it.each([
  ['with another status', 403, { ok: false, message: 'Your Session Expired just now' }],
  ['in an answer that says ok: false', 200, { ok: false, message: 'SESSION EXPIRED' }],
])('recognises "session expired" in any case %s', async (_name, status, body) => {
  answer = json(status, body);
  const { transport, told } = setUp();
  await problemOfCall(transport(request));
  expect(told.expired).toEqual([body.message]);
});

it('does not take a wrong password for an expired session', async () => {
  answer = json(401, { ok: false, message: 'The email or the password is not right.', code: 'INVALID_CREDENTIALS' });
  const { transport, told } = setUp({ token: () => null });
  await expect(problemOfCall(transport(request))).resolves.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(told).toMatchObject({ expired: [], renewals: 0 });
});

it('names the fields that need a correction', async () => {
  const details = [{ field: 'email', message: 'must be a work address' }];
  answer = json(400, {
    ok: false,
    message: 'email: must be a work address',
    code: 'VALIDATION',
    details,
    request_id: 'r-1',
  });
  const { transport } = setUp();
  await expect(problemOfCall(transport(request))).resolves.toEqual({
    status: 400,
    code: 'VALIDATION',
    message: 'email: must be a work address',
    details,
    requestId: 'r-1',
  });
});

it('takes HTML in the place of JSON for a newer build', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<!doctype html>');
  };
  const { transport, told } = setUp();
  await expect(problemOfCall(transport(request))).resolves.toMatchObject({ code: 'UNEXPECTED_HTML' });
  expect(told.html).toBe(1);
});

it('tells a server that says nothing from one that cannot be reached', async () => {
  const message = 'The API encountered an issue. Please try again later.';
  answer = (_request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/html' });
    response.end('<h1>nginx</h1>');
  };
  const { transport } = setUp();
  await expect(problemOfCall(transport(request))).resolves.toMatchObject({ status: 500, message });
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const closed = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`;
  await new Promise((resolve) => nobody.close(resolve));
  const away = setUp({ baseUrl: () => closed });
  await expect(problemOfCall(away.transport(request))).resolves.toMatchObject({
    status: 0,
    code: 'OFFLINE',
    message: 'The server could not be reached. Check your connection, then try again.',
  });
});

it('says that a call was ended by its caller', async () => {
  answer = () => {};
  const controller = new AbortController();
  const { transport, told } = setUp();
  const call = transport({ ...request, signal: controller.signal });
  controller.abort();
  await expect(problemOfCall(call)).resolves.toMatchObject({ code: 'ABORTED' });
  expect(told.pending).toBe(0);
});

it('writes dates and objects of a query as the contracts read them', () => {
  expect(serialiseQuery({ at: new Date(0), filter: { a: 1 }, on: false, empty: null })).toBe(
    'at=1970-01-01T00%3A00%3A00.000Z&filter=%7B%22a%22%3A1%7D&on=false',
  );
});
