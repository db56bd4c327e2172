import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';

/** Somebody signs up with the address of somebody else, hoping that its owner confirms it one day. */
let main: MailedMain;
const strangers = 'the stranger picked this';

beforeAll(async () => {
  main = await createMailedMain();
});

afterAll(() => main.close());

const post = (path: string, body: unknown) =>
  main.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const logIn = async (email: string, password: string) => (await post('/api/auth/login', { email, password })).status;
const mailsTo = (email: string) => main.mails.filter((mail) => mail.to.includes(email));
const linkIn = (mail: { text: string } | undefined) => /uuid=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

async function strangerSignsUp(email: string) {
  await post('/api/auth/signup', { name: 'Stranger', email, password: strangers });
  await main.runJobs();
  return linkIn(mailsTo(email).at(-1));
}

it('a login link removes the password of the sign-up, and its mails stop working', async () => {
  const email = 'victim@firm.test';
  const verification = await strangerSignsUp(email);
  await post('/api/auth/magic-link', { email });
  await main.runJobs();
  const entered = await main.app.request(`/api/auth/verify-user?uuid=${linkIn(mailsTo(email).at(-1))}`);
  expect(await entered.json()).toMatchObject({ data: { user: { email, is_email_verified: true } } });
  expect(await logIn(email, strangers)).toBe(400);
  expect((await main.app.request(`/api/auth/verify-user?uuid=${verification}`)).status).toBe(400);

  await main.runJobs();
  expect(mailsTo(email).at(-1)?.subject).toBe('Your address is confirmed; please set a password');
  await post('/api/auth/password/forgot', { email });
  await main.runJobs();
  expect(
    (
      await post('/api/auth/password/reset', {
        uuid: linkIn(mailsTo(email).at(-1)),
        newPassword: 'the owner picked this',
      })
    ).status,
  ).toBe(200);
  expect(await logIn(email, 'the owner picked this')).toBe(200);
});

it('a sign-up of the owner leads to a password of their own, and ends what the stranger had', async () => {
  const email = 'late-owner@firm.test';
  await strangerSignsUp(email);
  await post('/api/auth/signup', { name: 'Owner', email, password: 'the owner picked this' });
  await main.runJobs();
  expect(mailsTo(email).at(-1)?.subject).toBe('You already have an account');
  expect(
    (
      await post('/api/auth/password/reset', {
        uuid: linkIn(mailsTo(email).at(-1)),
        newPassword: 'the owner picked this',
      })
    ).status,
  ).toBe(200);
  expect(await logIn(email, strangers)).toBe(400);
  expect(await logIn(email, 'the owner picked this')).toBe(200);
});

it('a login link leaves the password of a confirmed address alone', async () => {
  const email = 'confirmed@firm.test';
  const verification = await strangerSignsUp(email);
  expect((await main.app.request(`/api/auth/verify-user?uuid=${verification}`)).status).toBe(200);
  await post('/api/auth/magic-link', { email });
  await main.runJobs();
  expect((await main.app.request(`/api/auth/verify-user?uuid=${linkIn(mailsTo(email).at(-1))}`)).status).toBe(200);
  expect(await logIn(email, strangers)).toBe(200);
});
