import { answerCrossOrigin } from './cross-origin';

const allows = (origin: string) => origin === 'https://app.agency.com';
const call = (headers: Record<string, string>, method = 'GET') =>
  answerCrossOrigin(new Request('https://api.skein.io/api/campaigns', { method, headers }), allows, async () =>
    Response.json({ ok: true }),
  );
const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

it('answers the preflight of an allowed page, with credentials', async () => {
  const answer = await call({ origin: 'https://app.agency.com', ...preflight }, 'OPTIONS');
  expect(answer.status).toBe(204);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': 'https://app.agency.com',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': expect.stringContaining('Authorization'),
  });
});

it.each([
  'https://evil.test',
  'http://app.agency.com',
  'https://app.agency.com.evil.test',
  'null',
  'https://app.agency.com:8443',
])('gives %s nothing', async (origin) => {
  expect((await call({ origin, ...preflight }, 'OPTIONS')).status).toBe(403);
  const answer = await call({ origin });
  expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([null, 'Origin']);
});

it('lets an allowed page read the answer and its request id, and never says *', async () => {
  const answer = await call({ origin: 'https://app.agency.com' });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': 'https://app.agency.com',
    'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
  });
});

it('leaves calls of our own pages and of programs as they are', async () => {
  const ours: Record<string, string>[] = [{}, { origin: 'https://api.skein.io' }];
  for (const headers of ours) expect((await call(headers)).headers.get('access-control-allow-origin')).toBeNull();
});

it.each<[string, Record<string, string>, boolean]>([
  ['a program', {}, false],
  ['our own page', { origin: 'https://api.skein.io' }, false],
  [
    'our own page behind a proxy that speaks https for us',
    { origin: 'https://app.skein.io', host: 'app.skein.io' },
    false,
  ],
  ['an allowed page', { origin: 'https://app.agency.com' }, false],
  ['another site', { origin: 'https://evil.test', host: 'api.skein.io' }, true],
  ['another host of our site', { origin: 'https://other.skein.io', host: 'api.skein.io' }, true],
  ['a page that hides where it is', { origin: 'null' }, true],
])('knows whether a page that is none of ours asks: %s', async (_name, headers, expected) => {
  let told: boolean | undefined;
  await answerCrossOrigin(
    new Request('https://api.skein.io/api/auth/login', { method: 'POST', headers }),
    allows,
    async (isForeign) => {
      told = isForeign;
      return Response.json({ ok: true });
    },
  );
  expect(told).toBe(expected);
});
