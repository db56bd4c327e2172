import { Hono } from 'hono';
import { allEndpoints } from '@skein/contracts/all';
import { authContract } from '@skein/contracts/main/auth.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { v1LeadsContract } from '@skein/contracts/v1/leads.contract';
import { largestBodyOf } from './largest-body';
import { readInput } from './read-input';
import { type SkeinError } from './skein-error';

const { login } = authContract.endpoints;

const send = async (text: string) => {
  const app = new Hono().post('/', async (context) => {
    try {
      return context.json(await readInput(login, context, false));
    } catch (error) {
      const { code, message } = error as SkeinError;
      return context.json({ code, message });
    }
  });
  return (await app.request('/', { method: 'POST', body: text })).json();
};

test('a body may be as long as its contract says, and what anyone may send is short', () => {
  expect(largestBodyOf(login)).toBeLessThan(100_000);
  // Sequences and leads are long.
  expect(largestBodyOf(sequencesContract.endpoints.saveSequence)).toBe(10 * 1024 * 1024);
  expect(largestBodyOf(v1LeadsContract.endpoints.add)).toBe(10 * 1024 * 1024);
  const long = allEndpoints().filter(
    ({ endpoint }) =>
      endpoint.body &&
      !endpoint.rawBody &&
      ['anyone', 'link'].includes(endpoint.access.who) &&
      largestBodyOf(endpoint) > 256 * 1024,
  );
  expect(long.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual([]);
});

test('a body that is longer is refused before it is read to its end', async () => {
  expect(await send(`{"email":["${'x'.repeat(200_000)}"]}`)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

test('brackets in texts count for nothing, those outside for their depth', async () => {
  const text = JSON.stringify({ email: 'ada@firm.test', password: `${'['.repeat(150)}\\"${'{'.repeat(20)}` });
  expect(await send(text)).toMatchObject({ body: { email: 'ada@firm.test' } });
  expect(await send('['.repeat(101))).toMatchObject({ message: 'body: is nested too deep' });
});

test('a body of a hundred thousand values more than any of ours is refused without being parsed', async () => {
  const app = new Hono().post('/:campaignId', (context) =>
    readInput(v1LeadsContract.endpoints.add, context, true).then(
      () => context.text('read'),
      (error: SkeinError) => context.text(error.message),
    ),
  );
  const body = `{"lead_list":[${'{},'.repeat(250_000)}{}]}`;
  expect(await (await app.request('/7', { method: 'POST', body })).text()).toContain('holds more than 150,000 values');
});
