import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import { sourceOf } from './slow-guesser';

let main: MailedMain;
beforeAll(async () => {
  main = await createMailedMain();
});
afterAll(() => main.close());

const password = 'a long enough password';
const email = 'ada@guessed.test';

const post = (path: string, from: string, body: unknown) =>
  main.app.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    },
    { trustedProxies: 1 },
  );
const logIn = async (from: string, given: string, to = email) => {
  const answer = await post('/api/auth/login', from, { email: to, password: given });
  return { status: answer.status, message: ((await answer.json()) as { message: string }).message };
};
const guess = async (from: string, to = email) => (await logIn(from, 'a wrong password', to)).status;

it('guessing from eleven places never locks the owner out, slows each place, and is told to the owner once', async () => {
  await post('/api/auth/signup', '192.0.2.1', { name: 'Ada', email, password });
  await main.runJobs();
  const uuid = /uuid=([\w-]+)/.exec(main.mails.find((mail) => mail.to.includes(email))?.text ?? '')?.[1];
  await main.app.request(`/api/auth/verify-user?uuid=${uuid}`, { headers: { 'x-forwarded-for': '192.0.2.1' } }, {
    trustedProxies: 1,
  } as never);
  expect((await logIn('192.0.2.1', password)).status).toBe(200);

  const places = Array.from({ length: 11 }, (_, index) => `198.51.100.${index + 1}`);
  const answers: number[] = [];
  for (const place of places) for (let attempt = 0; attempt < 10; attempt += 1) answers.push(await guess(place));
  // Once it is an attack (20 wrong passwords), every further place has a single try.
  expect(answers.filter((status) => status === 400).length).toBeLessThan(40);

  // A guesser's place waits even with the right password; the owner's place and a fresh one get in.
  expect(await logIn('198.51.100.11', password)).toEqual({
    status: 429,
    message: 'Too many tries. Please wait 30 seconds.',
  });
  expect((await logIn('203.0.113.9', password)).status).toBe(200);
  expect((await logIn('192.0.2.1', 'mistyped password')).status).toBe(400);
  expect((await logIn('192.0.2.1', password)).status).toBe(200);

  await main.runJobs();
  const told = main.mails.filter((mail) => mail.to.includes(email) && /guessing your password/.test(mail.subject));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toMatch(/Email me a login link/);
  expect(told[0]?.text).toMatch(/\/login/);
});

it('answers for an address that nobody has as for one that somebody has', async () => {
  const statuses: number[] = [];
  for (let place = 1; place <= 4; place += 1)
    for (let attempt = 0; attempt < 10; attempt += 1)
      statuses.push(await guess(`198.18.0.${place}`, 'nobody@guessed.test'));
  expect(statuses.slice(0, 20).every((status) => status === 400)).toBe(true);
  expect(statuses.slice(20).filter((status) => status === 400)).toHaveLength(2);
  await main.runJobs();
  expect(main.mails.some((mail) => mail.to.includes('nobody@guessed.test'))).toBe(false);
});

it('doubles the wait of a place with each wrong password', async () => {
  const waits: string[] = [];
  const victim = 'waits@guessed.test';
  for (let place = 1; place <= 20; place += 1) await guess(`198.18.1.${place}`, victim);
  for (let round = 0; round < 3; round += 1) {
    await guess('198.18.2.1', victim);
    waits.push((await logIn('198.18.2.1', password, victim)).message);
    // Time passes: the block ends, what it is counted by stays.
    await main.test.query(`delete from attempt_count where key like 'login:%'`);
  }
  expect(waits).toEqual([
    'Too many tries. Please wait 30 seconds.',
    'Too many tries. Please wait 60 seconds.',
    'Too many tries. Please wait 2 minutes.',
  ]);
});

it('takes the addresses that one customer of a provider has for one place', () => {
  expect(sourceOf('192.0.2.7')).toBe('192.0.2.7');
  expect(sourceOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(sourceOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(sourceOf('2001:0db8:1:2::9')).toBe(sourceOf('2001:db8:1:2:ffff::1'));
  expect(sourceOf('::1')).toBe('0:0:0:0::/64');
  expect(sourceOf('unknown')).toBe('unknown');
});
