import { authContract } from '@skein/contracts/main/auth.contract';
import { twoFactorContract } from '@skein/contracts/main/two-factor.contract';
import { oneTimeCode } from '#platform/auth/one-time-code';
import { hashPassword } from '#platform/crypto/passwords';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';

let main: MailedMain;

beforeAll(async () => {
  main = await createMailedMain();
});

afterAll(() => main.close());

const password = 'a long enough password';
const post = (path: string, body: unknown) =>
  main.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const logIn = (email: string, otp?: string) =>
  post('/api/auth/login', { email, password, ...(otp === undefined ? {} : { otp }) });
const dataOf = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data;
const messageOf = async (answer: Response) => ((await answer.json()) as { message: string }).message;
const codeNow = (secret: string) => oneTimeCode(secret, main.realClock.now());
/** Apps show another code every 30 seconds, and each works once. */
const nextCode = (secret: string) => {
  main.realClock.advance(30_000);
  return codeNow(secret);
};

async function mailTo(email: string) {
  await main.runJobs();
  const mail = main.mails.filter((each) => each.to.includes(email)).at(-1);
  if (!mail) throw new Error(`no email to ${email}`);
  return { ...mail, uuid: /uuid=([\w-]+)/.exec(mail.text)?.[1] ?? '' };
}

/** Somebody with a password and a session. */
async function person(email: string) {
  const me = await main.signIn({ email });
  await main.test.query('update app_user set password_hash = $1 where id = $2', [
    await hashPassword(password),
    me.userId,
  ]);
  return { me, settings: main.asClient(twoFactorContract, me) };
}

/** The same with two-factor login on. */
async function enrolled(email: string) {
  const { me, settings } = await person(email);
  const { secret } = await settings.startTwoFactor({ body: { password } });
  const { recovery_codes } = await settings.confirmTwoFactor({ body: { code: codeNow(secret) } });
  return { me, settings, secret, recoveryCodes: recovery_codes };
}

it('is switched on with the password and the first code, shows ten recovery codes once, and asks for a code at the next login', async () => {
  const { me, settings } = await person('on@firm.test');
  const elsewhere = await dataOf<{ token: string }>(await logIn('on@firm.test'));
  expect(await settings.twoFactor({})).toEqual({
    is_on: false,
    on_at: null,
    recovery_codes_left: 0,
    has_password: true,
  });
  await expect(settings.startTwoFactor({ body: { password: 'not this one' } })).rejects.toMatchObject({
    details: [{ field: 'password' }],
  });
  await expect(settings.confirmTwoFactor({ body: { code: '123456' } })).rejects.toMatchObject({ code: 'CONFLICT' });

  const { secret, uri } = await settings.startTwoFactor({ body: { password } });
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toMatch(new RegExp(`^otpauth://totp/Skein:on%40firm\\.test\\?.*secret=${secret}`));
  expect((await dataOf<{ requiresOTP: boolean }>(await logIn('on@firm.test'))).requiresOTP).toBe(false);
  await expect(
    settings.confirmTwoFactor({ body: { code: oneTimeCode(secret, main.realClock.now() + 300_000) } }),
  ).rejects.toMatchObject({ details: [{ field: 'code' }] });
  const { recovery_codes } = await settings.confirmTwoFactor({ body: { code: codeNow(secret) } });
  expect(new Set(recovery_codes).size).toBe(10);
  expect(await settings.twoFactor({})).toMatchObject({
    is_on: true,
    on_at: expect.any(String),
    recovery_codes_left: 10,
  });
  expect((await mailTo('on@firm.test')).subject).toBe('Two-factor login is on');

  const me200 = await main.app.request('/api/auth/me', { headers: me.headers });
  const other = await main.app.request('/api/auth/me', { headers: { authorization: `Bearer ${elsewhere.token}` } });
  expect([me200.status, other.status]).toEqual([200, 401]);
  expect(await dataOf(await logIn('on@firm.test'))).toMatchObject({
    requiresOTP: true,
    token: null,
    user: null,
    id: null,
  });
  expect(await dataOf(await logIn('on@firm.test', nextCode(secret)))).toMatchObject({
    requiresOTP: false,
    user: { email: 'on@firm.test' },
  });
});

it('keeps secret and recovery codes unreadable', async () => {
  const { me, secret, recoveryCodes } = await enrolled('sealed@firm.test');
  const rows = JSON.stringify([
    await main.test.query('select * from app_user where id = $1', [me.userId]),
    await main.test.query('select * from recovery_code where user_id = $1', [me.userId]),
  ]);
  expect(rows).not.toContain(secret);
  expect(rows).not.toContain(Buffer.from(secret).toString('hex'));
  for (const code of recoveryCodes) expect(rows).not.toContain(code.replace('-', ''));
});

it('takes each code once, also when it is sent twice in one moment, and no older one after it', async () => {
  const { secret } = await enrolled('once@firm.test');
  const enrolment = codeNow(secret);
  expect(await messageOf(await logIn('once@firm.test', enrolment))).toMatch(/used already/);
  const code = nextCode(secret);
  const statuses = (await Promise.all([logIn('once@firm.test', code), logIn('once@firm.test', code)]))
    .map((answer) => answer.status)
    .sort();
  expect(statuses).toEqual([200, 400]);
  expect((await logIn('once@firm.test', oneTimeCode(secret, main.realClock.now() - 30_000))).status).toBe(400);
  expect((await logIn('once@firm.test', nextCode(secret))).status).toBe(200);
});

it('takes the codes of a phone that is half a minute off, and none further away', async () => {
  const { secret } = await enrolled('clock@firm.test');
  main.realClock.advance(300_000);
  expect((await logIn('clock@firm.test', oneTimeCode(secret, main.realClock.now() - 90_000))).status).toBe(400);
  expect((await logIn('clock@firm.test', oneTimeCode(secret, main.realClock.now() - 30_000))).status).toBe(200);
  expect((await logIn('clock@firm.test', oneTimeCode(secret, main.realClock.now() + 30_000))).status).toBe(200);
});

it('stops after five wrong codes, for the right one too', async () => {
  const { secret } = await enrolled('guess@firm.test');
  const wrong = [0, 1, 2, 3, 4, 5]
    .map((each) => String(each).repeat(6))
    .filter((code) => ![-1, 0, 1].some((step) => oneTimeCode(secret, main.realClock.now() + step * 30_000) === code))
    .slice(0, 5);
  for (const code of wrong) expect((await logIn('guess@firm.test', code)).status).toBe(400);
  expect((await logIn('guess@firm.test', nextCode(secret))).status).toBe(429);
});

it('takes a recovery code in place of the app, once, however it is typed', async () => {
  const { settings, recoveryCodes } = await enrolled('lost-phone@firm.test');
  const [code] = recoveryCodes as [string];
  expect((await logIn('lost-phone@firm.test', ` ${code.toLowerCase().replace('-', ' ')} `)).status).toBe(200);
  expect(await messageOf(await logIn('lost-phone@firm.test', code))).toMatch(/recovery code is not right, or was used/);
  expect((await settings.twoFactor({})).recovery_codes_left).toBe(9);
});

it('does not take the recovery code of somebody else', async () => {
  const { recoveryCodes } = await enrolled('codes-of-a@firm.test');
  await enrolled('codes-of-b@firm.test');
  expect((await logIn('codes-of-b@firm.test', recoveryCodes[0])).status).toBe(400);
});

it('replaces the recovery codes and is switched off, each with password and code', async () => {
  const { settings, secret, recoveryCodes } = await enrolled('off@firm.test');
  await expect(
    settings.renewRecoveryCodes({ body: { password: 'wrong one', code: nextCode(secret) } }),
  ).rejects.toMatchObject({ details: [{ field: 'password' }] });
  const renewed = await settings.renewRecoveryCodes({ body: { password, code: nextCode(secret) } });
  expect((await logIn('off@firm.test', recoveryCodes[0])).status).toBe(400);
  await expect(settings.startTwoFactor({ body: { password } })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(settings.switchOffTwoFactor({ body: { password, code: 'AAAAA-AAAAA' } })).rejects.toMatchObject({
    details: [{ field: 'code' }],
  });
  await settings.switchOffTwoFactor({ body: { password, code: renewed.recovery_codes[0] as string } });
  expect(await settings.twoFactor({})).toMatchObject({ is_on: false, recovery_codes_left: 0 });
  expect((await mailTo('off@firm.test')).subject).toBe('Two-factor login is off');
  expect(await dataOf(await logIn('off@firm.test'))).toMatchObject({
    requiresOTP: false,
    user: { email: 'off@firm.test' },
  });
});

it('forgets a secret that was not confirmed within 15 minutes', async () => {
  const { settings } = await person('late@firm.test');
  const { secret } = await settings.startTwoFactor({ body: { password } });
  main.realClock.advance(14.5 * 60_000);
  main.realClock.advance(60_000);
  await expect(
    main
      .asClient(twoFactorContract, await again('late@firm.test'))
      .confirmTwoFactor({ body: { code: codeNow(secret) } }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
});

/** A fresh session: the access token of the first has run out. */
async function again(email: string) {
  const { token } = await dataOf<{ token: string }>(await logIn(email));
  return { headers: { authorization: `Bearer ${token}` } };
}

it('mails a code for 10 minutes to whoever gave the right password, which works once', async () => {
  await enrolled('mailed@firm.test');
  expect((await post('/api/auth/regenerate-otp', { email: 'mailed@firm.test', password })).status).toBe(200);
  const first = /\d{6}/.exec((await mailTo('mailed@firm.test')).subject)?.[0] as string;
  expect(JSON.stringify(await main.test.query(`select * from email_token where kind = 'otp'`))).not.toContain(first);
  await post('/api/auth/regenerate-otp', { email: 'mailed@firm.test', password });
  const second = /\d{6}/.exec((await mailTo('mailed@firm.test')).subject)?.[0] as string;
  if (first !== second) expect((await logIn('mailed@firm.test', first)).status).toBe(400);
  expect((await logIn('mailed@firm.test', second)).status).toBe(200);
  expect((await logIn('mailed@firm.test', second)).status).toBe(400);

  await post('/api/auth/regenerate-otp', { email: 'mailed@firm.test', password });
  const late = /\d{6}/.exec((await mailTo('mailed@firm.test')).subject)?.[0] as string;
  main.realClock.advance(10 * 60_000 + 1000);
  expect((await logIn('mailed@firm.test', late)).status).toBe(400);
});

it('mails no code for a wrong password, to a stranger, or where no code is asked for, and answers the same', async () => {
  await enrolled('no-code@firm.test');
  await person('one-factor@firm.test');
  await main.runJobs();
  const before = main.mails.length;
  const answers = [];
  for (const given of [
    { email: 'no-code@firm.test', password: 'wrong password' },
    { email: 'nobody@firm.test', password },
    { email: 'one-factor@firm.test', password },
  ]) {
    const answer = await post('/api/auth/regenerate-otp', given);
    answers.push({ status: answer.status, body: await answer.json() });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await main.runJobs();
  expect(main.mails).toHaveLength(before);
});

it('lets the mailbox alone open nothing: login links and new passwords wait for the app too, and take no mailed code', async () => {
  const { secret } = await enrolled('links@firm.test');
  await post('/api/auth/magic-link', { email: 'links@firm.test' });
  const { uuid } = await mailTo('links@firm.test');
  await post('/api/auth/regenerate-otp', { email: 'links@firm.test', password });
  const mailed = /\d{6}/.exec((await mailTo('links@firm.test')).subject)?.[0] as string;
  const redeem = (otp?: string) => main.app.request(`/api/auth/verify-user?uuid=${uuid}${otp ? `&otp=${otp}` : ''}`);
  const asked = await redeem();
  expect(asked.headers.getSetCookie()).toEqual([]);
  expect(await dataOf(asked)).toMatchObject({ requiresOTP: true, token: null, user: null });
  expect((await redeem(mailed)).status).toBe(400);
  expect(await dataOf(await redeem(nextCode(secret)))).toMatchObject({
    requiresOTP: false,
    user: { email: 'links@firm.test' },
  });
  expect((await redeem(nextCode(secret))).status).toBe(400);

  await post('/api/auth/password/forgot', { email: 'links@firm.test' });
  const reset = { uuid: (await mailTo('links@firm.test')).uuid, newPassword: 'the new password' };
  expect(await dataOf(await post('/api/auth/password/reset', reset))).toEqual({ done: false, requiresOTP: true });
  expect((await logIn('links@firm.test')).status).toBe(200);
  expect(await dataOf(await post('/api/auth/password/reset', { ...reset, otp: nextCode(secret) }))).toEqual({
    done: true,
    requiresOTP: false,
  });
  expect((await logIn('links@firm.test')).status).toBe(400);
});

it('asks somebody without a password to set one first, and lets no API key near', async () => {
  const me = await main.signIn();
  const settings = main.asClient(twoFactorContract, me);
  expect(await settings.twoFactor({})).toMatchObject({ has_password: false });
  await expect(settings.startTwoFactor({ body: { password } })).rejects.toMatchObject({
    details: [{ field: 'password', message: expect.stringContaining('not set yet') }],
  });
  const key = await main.apiKey(me);
  expect((await main.app.request('/api/auth/two-factor', { headers: { 'x-api-key': key } })).status).toBe(403);
});

it('works for a client of an agency at the door of clients', async () => {
  const me = await main.signIn({ client: { permissions: [] }, email: 'client@firm.test' });
  await main.test.query('update app_user set password_hash = $1 where id = $2', [
    await hashPassword(password),
    me.userId,
  ]);
  const settings = main.asClient(twoFactorContract, me);
  const { secret } = await settings.startTwoFactor({ body: { password } });
  await settings.confirmTwoFactor({ body: { code: codeNow(secret) } });
  const client = main.asClient(authContract);
  expect(await client.clientLogin({ body: { email: 'client@firm.test', password } })).toMatchObject({
    requiresOTP: true,
    token: null,
  });
  expect(
    (await client.clientLogin({ body: { email: 'client@firm.test', password, otp: nextCode(secret) } })).user,
  ).toMatchObject({ isClient: true });
});
