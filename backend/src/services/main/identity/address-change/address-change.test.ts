import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';

let main: MailedMain;
beforeAll(async () => {
  main = await createMailedMain();
});
afterAll(() => main.close());

const password = 'a long enough password';
const ask = (method: string, path: string, body?: unknown, token?: string) =>
  main.app.request(path, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const logIn = (email: string) => ask('POST', '/api/auth/login', { email, password });

async function mailTo(email: string) {
  await main.runJobs();
  const mail = main.mails.filter((each) => each.to.includes(email)).at(-1);
  if (!mail) throw new Error(`no email to ${email}`);
  return { ...mail, uuid: /uuid=([\w-]+)/.exec(mail.text)?.[1] ?? '' };
}
/** Somebody new who is logged in: their token. */
async function newPerson(email: string): Promise<string> {
  await ask('POST', '/api/auth/signup', { name: 'Ada', email, password });
  const { uuid } = await mailTo(email);
  const answer = await main.app.request(`/api/auth/verify-user?uuid=${uuid}`);
  return ((await answer.json()) as { data: { token: string } }).data.token;
}
const start = (token: string, email: string, more: object = {}) =>
  ask('POST', '/api/auth/address-change', { email, password, ...more }, token);
const confirm = async (uuid: string) => {
  const answer = await ask('POST', '/api/auth/address-change/confirm', { uuid });
  return { status: answer.status, ...((await answer.json()) as { data?: object; message?: string }) };
};

it('changes the address once both mailboxes have confirmed it, in either order, and tells the old one', async () => {
  const token = await newPerson('ada@before.test');
  const started = (await (await start(token, 'ada@after.test')).json()) as { data: object };
  expect(started.data).toEqual({
    change: {
      email: 'ada@after.test',
      is_old_confirmed: false,
      is_new_confirmed: false,
      expires_at: expect.any(String),
    },
  });
  const [old, fresh] = [await mailTo('ada@before.test'), await mailTo('ada@after.test')];
  expect(old.subject).toBe('Confirm the change of your email address');
  expect(fresh.text).toContain(`/confirm-address?uuid=${fresh.uuid}`);
  await ask('POST', '/api/auth/magic-link', { email: 'ada@before.test' });
  const magic = await mailTo('ada@before.test');

  expect(await confirm(fresh.uuid)).toMatchObject({ data: { is_changed: false, waits_for: 'old' } });
  expect(await confirm(fresh.uuid)).toMatchObject({ data: { is_changed: false, waits_for: 'old' } });
  expect((await logIn('ada@before.test')).status).toBe(200);
  expect((await logIn('ada@after.test')).status).toBe(400);
  expect(await confirm(old.uuid)).toMatchObject({
    data: { email: 'ada@after.test', is_changed: true, waits_for: null },
  });

  expect((await logIn('ada@after.test')).status).toBe(200);
  expect((await logIn('ada@before.test')).status).toBe(400);
  // What was mailed to the old address opens nothing any more.
  expect((await main.app.request(`/api/auth/verify-user?uuid=${magic.uuid}`)).status).toBe(400);
  expect((await confirm(old.uuid)).status).toBe(400);
  const told = await mailTo('ada@before.test');
  expect(told.subject).toBe('Your email address was changed');
  expect(told.text).toContain('You log in with ada@after.test now');
  expect(
    await main.test.query(
      `select changes -> 'email' as email from audit_entry where target_kind = 'member' and action = 'changed'
        and changes ? 'email' order by id desc limit 1`,
    ),
  ).toEqual([{ email: ['ada@before.test', 'ada@after.test'] }]);
});

it('asks for the password, refuses free mail services to an owner and the present address, naming the field', async () => {
  const token = await newPerson('grace@fields.test');
  const field = async (email: string, more: object = {}) => {
    const body = (await (await start(token, email, more)).json()) as { details?: { field: string }[] };
    return body.details?.map((detail) => detail.field);
  };
  expect(await field('grace@new.test', { password: 'not the right one' })).toEqual(['password']);
  expect(await field('grace@gmail.com')).toEqual(['email']);
  expect(await field('grace@fields.test')).toEqual(['email']);
  expect(await field('not an address')).toEqual(['email']);
  expect((await ask('POST', '/api/auth/address-change', { email: 'x@y.test', password })).status).toBe(401);
});

it('says nothing of an address that has an account, and gives its owner no link', async () => {
  const token = await newPerson('eve@asks.test');
  await newPerson('owner@taken.test');
  const answer = await start(token, 'owner@taken.test');
  expect([answer.status, (await answer.json()) as object]).toMatchObject([
    200,
    { data: { change: { email: 'owner@taken.test' } } },
  ]);
  const mail = await mailTo('owner@taken.test');
  expect([mail.subject, mail.uuid]).toEqual(['You already have an account', '']);
});

it('an address that somebody took meanwhile changes nothing', async () => {
  const token = await newPerson('late@slow.test');
  await start(token, 'late@race.test');
  const [old, fresh] = [await mailTo('late@slow.test'), await mailTo('late@race.test')];
  await newPerson('late@race.test');
  await confirm(old.uuid);
  expect(await confirm(fresh.uuid)).toMatchObject({ status: 409 });
  expect((await logIn('late@slow.test')).status).toBe(200);
});

it('a withdrawn, a newer and an old change make earlier links worthless', async () => {
  const token = await newPerson('kim@again.test');
  await start(token, 'kim@first.test');
  const first = await mailTo('kim@first.test');
  await start(token, 'kim@second.test');
  const second = await mailTo('kim@second.test');
  expect((await confirm(first.uuid)).status).toBe(400);
  await ask('DELETE', '/api/auth/address-change', undefined, token);
  expect((await confirm(second.uuid)).status).toBe(400);
  await start(token, 'kim@third.test');
  const third = await mailTo('kim@third.test');
  main.realClock.set(main.realClock.now() + 25 * 3_600_000);
  expect((await confirm(third.uuid)).status).toBe(400);
});
