import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accessTokenSource, keepToken, refreshWith, type FreshToken } from './access-token';
import { GrantError } from './consent/grant-error';

const start = Date.UTC(2026, 0, 1);
const minutes = 60_000;

function source(renew: (round: number) => FreshToken | Promise<FreshToken>) {
  let now = start;
  let rounds = 0;
  const token = keepToken(async () => renew(++rounds), { now: () => new Date(now) });
  return { token, rounds: () => rounds, advance: (ms: number) => (now += ms) };
}
const fresh = (round: number): FreshToken => ({ accessToken: `a${round}`, seconds: 3600, refreshToken: `r${round}` });

test('a token is renewed while the one before still serves, by one request for all who ask', async () => {
  const { token, rounds, advance } = source((round) => fresh(round));
  expect(await Promise.all([token(), token()])).toEqual(['a1', 'a1']);
  expect(rounds()).toBe(1);
  advance(50 * minutes);
  expect([await token(), rounds()]).toEqual(['a1', 1]);
  advance(5 * minutes);
  expect(await token()).toBe('a1');
  await new Promise(setImmediate);
  expect([await token(), rounds()]).toEqual(['a2', 2]);
});

test('a token that lasts a minute is used for most of it', async () => {
  const { token, rounds, advance } = source((round) => ({ ...fresh(round), seconds: 60 }));
  await token();
  advance(20_000);
  expect([await token(), rounds()]).toEqual(['a1', 1]);
});

test('a consent that is gone shows at the next use; a provider that does not answer lets the present token serve', async () => {
  let failure: GrantError = new GrantError('LATER', 'no answer');
  const { token, advance } = source((round) => (round === 1 ? fresh(round) : Promise.reject(failure)));
  await token();
  advance(56 * minutes);
  await token();
  await new Promise(setImmediate);
  expect(await token()).toBe('a1');
  failure = new GrantError('REVOKED', 'gone');
  await new Promise(setImmediate);
  await token();
  await new Promise(setImmediate);
  await expect(token()).rejects.toThrow('gone');
});

describe('answers of a token endpoint', () => {
  let answer: { status: number; text: string };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push(new URLSearchParams(body).get('refresh_token') ?? '');
      response.writeHead(answer.status).end(answer.text);
    });
  });
  const grant = () => ({
    tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    clientId: 'skein',
    clientSecret: 'secret',
    refreshToken: 'r0',
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each<[string, object, object]>([
    ['everything', { expires_in: 120, refresh_token: 'r1' }, { seconds: 120, refreshToken: 'r1' }],
    ['a number as text', { expires_in: '120' }, { seconds: 120, refreshToken: null }],
    ['no lifetime', {}, { seconds: 3600, refreshToken: null }],
    ['an empty lifetime', { expires_in: null, refresh_token: null }, { seconds: 3600, refreshToken: null }],
    ['a lifetime of nothing', { expires_in: 0, refresh_token: '' }, { seconds: 3600, refreshToken: null }],
    ['a scope as a list', { scope: ['mail'] }, { seconds: 3600, refreshToken: null }],
  ])('%s', async (_, given, expected) => {
    answer = { status: 200, text: JSON.stringify({ access_token: 'a1', ...given }) };
    expect(await refreshWith(grant(), { allowPrivateAddresses: true })).toEqual({ accessToken: 'a1', ...expected });
  });

  test.each<[number, string, GrantError['kind']]>([
    [400, '{"error":"invalid_grant"}', 'REVOKED'],
    [200, '{"error":"invalid_code"}', 'REVOKED'],
    [400, 'invalid_grant', 'REVOKED'],
    [401, '{"error":"invalid_client"}', 'CLIENT'],
    [400, '{"error":"invalid_scope"}', 'REFUSED'],
    [400, '{"error":"temporarily_unavailable"}', 'LATER'],
    [429, '{"error":"invalid_grant"}', 'LATER'],
    [403, '<html>The proxy does not allow this</html>', 'LATER'],
    [200, '<html>Welcome</html>', 'LATER'],
    [200, '{}', 'LATER'],
    [502, '', 'LATER'],
  ])('%i %s is %s', async (status, text, kind) => {
    answer = { status, text };
    await expect(refreshWith(grant(), { allowPrivateAddresses: true })).rejects.toMatchObject({ kind });
  });

  test('a rotated refresh token is told and used from then on', async () => {
    const rotated: string[] = [];
    const token = accessTokenSource(grant(), {
      now: () => new Date(),
      allowPrivateAddresses: true,
      onNewRefreshToken: (given) => rotated.push(given),
    });
    asked.length = 0;
    for (const round of [1, 2]) {
      answer = { status: 200, text: JSON.stringify({ access_token: `a${round}`, refresh_token: `r${round}` }) };
      await token({ renew: true });
    }
    expect([asked, rotated]).toEqual([
      ['r0', 'r1'],
      ['r1', 'r2'],
    ]);
  });
});
