import { Client } from 'pg';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';

let hashes = 0;
// The library itself, with its calls counted: hashing is what takes the time.
jest.mock('@node-rs/argon2', () => {
  const argon = jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  return {
    ...argon,
    verify: (...given: Parameters<typeof argon.verify>) => {
      hashes += 1;
      return argon.verify(...given);
    },
  };
});

/** Nobody may learn from outside who has an account: not from status, words, cookies, nor from what the server has to do. */
let main: MailedMain;
const password = 'a long enough password';

const post = (path: string, body: unknown) =>
  main.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  main = await createMailedMain();
  for (const name of ['known', 'inactive', 'unverified', 'taken'])
    await post('/api/auth/signup', { name, email: `${name}@firm.test`, password });
  await main.runJobs();
  await main.test.query(`update app_user set is_email_verified = true where email <> 'unverified@firm.test'`);
  await main.test.query(`update app_user set status = 'deactivated' where email = 'inactive@firm.test'`);
  // What is made once, at the first wrong address of a process.
  await post('/api/auth/login', { email: 'first@firm.test', password });
});

afterAll(() => main.close());

/** The answer without its id, the statements that the database got, and how many passwords were compared. */
async function observe(path: string, body: unknown) {
  const statements: string[] = [];
  const original = Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [query] = given as [string | { text?: string }];
    statements.push(typeof query === 'string' ? query : String(query.text));
    return original.apply(this, given);
  } as never);
  hashes = 0;
  try {
    const answer = await post(path, body);
    return {
      status: answer.status,
      answer: { ...((await answer.json()) as object), request_id: '' },
      cookies: answer.headers.getSetCookie(),
      statements,
      hashes,
    };
  } finally {
    spy.mockRestore();
  }
}

it.each(['/api/auth/login', '/api/client/login'])(
  '%s does the same for nobody as for a wrong password, the wrong door and somebody deactivated',
  async (path) => {
    const nobody = await observe(path, { email: 'nobody@firm.test', password });
    expect(nobody).toMatchObject({ status: 400, answer: { code: 'INVALID_CREDENTIALS' }, cookies: [], hashes: 1 });
    expect(nobody.statements.length).toBeGreaterThan(3);
    expect(await observe(path, { email: 'known@firm.test', password: 'a wrong password' })).toEqual(nobody);
    expect(await observe(path, { email: 'inactive@firm.test', password })).toEqual(nobody);
    expect(await observe(path, { email: 'unverified@firm.test', password: 'a wrong password' })).toEqual(nobody);
    if (path === '/api/client/login')
      expect(await observe(path, { email: 'known@firm.test', password })).toEqual(nobody);
  },
);

it.each([
  '/api/auth/password/forgot',
  '/api/auth/magic-link',
  '/api/auth/resend-verification',
  '/api/auth/regenerate-otp',
])('%s does the same for nobody as for anybody', async (path) => {
  // Only a code is mailed to whoever knows the password.
  const body = (email: string, guess = password) => (path.endsWith('otp') ? { email, password: guess } : { email });
  const nobody = await observe(path, body('nobody-else@firm.test'));
  expect(nobody).toMatchObject({
    status: 200,
    answer: { ok: true, data: { done: true } },
    cookies: [],
    hashes: path.endsWith('otp') ? 1 : 0,
  });
  for (const name of ['known', 'inactive', 'unverified'])
    expect(await observe(path, body(`${name}@firm.test`))).toEqual(nobody);
  expect(await observe(path, body('known@firm.test', 'a wrong password'))).toEqual(nobody);
});

it('refuses guessed links alike, and after 60 of them in a quarter of an hour all from that place', async () => {
  const statuses = [];
  for (let guess = 0; guess < 61; guess += 1)
    statuses.push((await main.app.request(`/api/auth/verify-user?uuid=${`guess-${guess}`.padEnd(43, 'x')}`)).status);
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([400]));
  expect(statuses.at(-1)).toBe(429);
  expect((await post('/api/auth/password/reset', { uuid: 'x'.repeat(43), newPassword: password })).status).toBe(429);
});
