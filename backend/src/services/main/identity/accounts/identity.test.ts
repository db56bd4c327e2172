import { authContract } from '@skein/contracts/main/auth.contract';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import { cleanIdentity } from './clean-identity';

let main: MailedMain;

beforeAll(async () => {
  main = await createMailedMain();
});

afterAll(() => main.close());

const password = 'a long enough password';
const post = (path: string, body: unknown, cookie?: string) =>
  main.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .at(-1) ?? '';
const signUp = (email: string, more: object = {}) =>
  post('/api/auth/signup', { name: 'Ada', email, password, ...more });
const logIn = (email: string, more: object = {}) => post('/api/auth/login', { email, password, ...more });

/** The newest mail to the address, after the jobs ran. */
async function mailTo(email: string) {
  await main.runJobs();
  const mail = main.mails.filter((each) => each.to.includes(email)).at(-1);
  if (!mail) throw new Error(`no email to ${email}`);
  return { ...mail, uuid: /uuid=([\w-]+)/.exec(mail.text)?.[1] ?? '' };
}

async function newAccount(email: string) {
  await signUp(email);
  const { uuid } = await mailTo(email);
  return main.app.request(`/api/auth/verify-user?uuid=${uuid}`);
}

it('signs up, mails a link, logs in with it once, and starts a trial of 12 days', async () => {
  const signedUp = await signUp('ada@firm.test', { company: 'Firm' });
  expect(await signedUp.json()).toMatchObject({
    ok: true,
    data: { user: { email: 'ada@firm.test', has_onboarding_completed: false, onboarding_stage: 0 } },
  });
  const early = await logIn('ada@firm.test');
  expect(await early.json()).toMatchObject({
    data: { requiresOTP: false, token: null, user: null, id: expect.any(Number), isEmailVerified: false },
  });
  expect(early.headers.getSetCookie()).toEqual([]);

  const mail = await mailTo('ada@firm.test');
  expect(mail.subject).toBe('Confirm your email address');
  expect(mail.text).toContain(`http://localhost:3000/verify-account?uuid=${mail.uuid}`);
  expect(mail.html).toContain(mail.uuid);
  const verified = await main.app.request(`/api/auth/verify-user?uuid=${mail.uuid}`);
  const session = (
    (await verified.json()) as { data: { token: string; user: object; plan: { trial_end_date: string } } }
  ).data;
  expect(session.user).toMatchObject({
    email: 'ada@firm.test',
    role: 'OWNER',
    is_email_verified: true,
    workspace: { name: 'Firm' },
  });
  expect(session.plan).toMatchObject({ plan_type: 'trial', lead_credits: 1250, email_credits: 2500 });
  expect(Date.parse(session.plan.trial_end_date) - main.realClock.now()).toBeCloseTo(12 * 86_400_000, -4);
  expect((await main.app.request(`/api/auth/verify-user?uuid=${mail.uuid}`)).status).toBe(400);
  expect(
    (await main.app.request('/api/auth/me', { headers: { authorization: `Bearer ${session.token}` } })).status,
  ).toBe(200);
});

it('answers a taken address like a new one, and tells its owner by mail', async () => {
  await newAccount('grace@firm.test');
  const fresh = await signUp('somebody@firm.test');
  const taken = await signUp('grace@firm.test', { password: 'the stranger picked this' });
  const shape = async (answer: Response) => {
    const body = (await answer.json()) as { data: { user: { uuid: string; email: string } } };
    return {
      status: answer.status,
      uuid: body.data.user.uuid.length,
      keys: Object.keys(body.data.user),
      cookies: answer.headers.getSetCookie(),
    };
  };
  expect(await shape(taken)).toEqual(await shape(fresh));
  expect((await mailTo('grace@firm.test')).subject).toBe('You already have an account');
  expect((await logIn('grace@firm.test', { password: 'the stranger picked this' })).status).toBe(400);
  expect((await logIn('grace@firm.test')).status).toBe(200);
});

it('refuses free mail services, bad addresses, short passwords and malformed referral codes, naming the field', async () => {
  const problem = async (change: object) =>
    ((await (await signUp('new@firm.test', change)).json()) as { details: { field: string }[] }).details.map(
      (detail) => detail.field,
    );
  expect(await problem({ email: 'me@gmail.com' })).toEqual(['email']);
  expect(await problem({ email: 'me@yahoo.co.uk' })).toEqual(['email']);
  expect(await problem({ email: 'not an address' })).toEqual(['email']);
  expect(await problem({ password: 'short' })).toEqual(['password']);
  expect(await problem({ referral_code: 'SW-abc' })).toEqual(['referral_code']);
  expect(await problem({ name: ' ' })).toEqual(['name']);
});

it('gives a wrong password, an unknown address and the wrong door one answer', async () => {
  await newAccount('linus@firm.test');
  const wrong = await logIn('linus@firm.test', { password: 'wrong password' });
  const unknown = await logIn('nobody@firm.test');
  const door = await post('/api/client/login', { email: 'linus@firm.test', password });
  const body = async (answer: Response) => ({ ...((await answer.json()) as object), request_id: '' });
  const first = await body(wrong);
  expect(first).toMatchObject({ ok: false, code: 'INVALID_CREDENTIALS' });
  expect([wrong.status, unknown.status, door.status]).toEqual([400, 400, 400]);
  expect(await body(unknown)).toEqual(first);
  expect(await body(door)).toEqual(first);
});

it('stops guessing a password after ten tries, and says how long to wait', async () => {
  for (let count = 0; count < 10; count++)
    expect((await logIn('guessed@firm.test', { password: `guess ${count}` })).status).toBe(400);
  const refused = await logIn('guessed@firm.test');
  expect(refused.status).toBe(429);
  expect(((await refused.json()) as { message: string }).message).toMatch(/15 minutes/);
});

it('exchanges the refresh cookie, forgives two tabs at one moment, and ends the session when an old one comes back', async () => {
  const verified = await newAccount('tabs@firm.test');
  const first = cookieOf(verified);
  expect(verified.headers.getSetCookie()[0]).toMatch(/HttpOnly/);
  expect(verified.headers.getSetCookie()[0]).toMatch(/SameSite=Strict/);
  const rotated = await post('/api/auth/refresh', undefined, first);
  const second = cookieOf(rotated);
  expect(rotated.status).toBe(200);
  expect(second).not.toBe(first);
  const otherTab = await post('/api/auth/refresh', undefined, first);
  expect(otherTab.status).toBe(200);
  expect(otherTab.headers.getSetCookie()).toEqual([]);

  main.realClock.advance(60_000);
  expect((await post('/api/auth/refresh', undefined, first)).status).toBe(401);
  expect((await post('/api/auth/refresh', undefined, second)).status).toBe(401);
  const { data } = (await rotated.json()) as { data: { token: string } };
  expect((await main.app.request('/api/auth/me', { headers: { authorization: `Bearer ${data.token}` } })).status).toBe(
    401,
  );
});

it('knows a stolen refresh token also after its session was renewed several times', async () => {
  const stolen = cookieOf(await newAccount('stolen@firm.test'));
  let thief = stolen;
  for (let renewal = 0; renewal < 3; renewal += 1) thief = cookieOf(await post('/api/auth/refresh', undefined, thief));
  expect((await post('/api/auth/refresh', undefined, stolen)).status).toBe(401);
  expect((await post('/api/auth/refresh', undefined, thief)).status).toBe(401);
});

it('begins, renews and ends no session for another site', async () => {
  const cookie = cookieOf(await newAccount('sites@firm.test'));
  const fromElsewhere = (path: string, method: string, body?: string) =>
    main.app.request(path, {
      method,
      headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site', cookie },
      ...(body === undefined ? {} : { body }),
    });
  await post('/api/auth/magic-link', { email: 'sites@firm.test' });
  const { uuid } = await mailTo('sites@firm.test');
  for (const answer of [
    await fromElsewhere('/api/auth/login', 'POST', JSON.stringify({ email: 'sites@firm.test', password })),
    await fromElsewhere(`/api/auth/verify-user?uuid=${uuid}`, 'GET'),
    await fromElsewhere('/api/auth/refresh', 'POST'),
    await fromElsewhere('/api/auth/logout', 'POST'),
  ]) {
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  // An older browser names the origin only, and another host of the same site may be somebody else's.
  expect(
    (
      await main.app.request(
        '/api/auth/logout',
        { method: 'POST', headers: { origin: 'https://evil.test', cookie } },
        { isForeignPage: true },
      )
    ).status,
  ).toBe(403);
  expect(
    (await main.app.request(`/api/auth/verify-user?uuid=${uuid}`, { headers: { 'sec-fetch-site': 'same-site' } }))
      .status,
  ).toBe(403);
  expect((await post('/api/auth/refresh', undefined, cookie)).status).toBe(200);
  expect((await main.app.request(`/api/auth/verify-user?uuid=${uuid}`)).status).toBe(200);
});

it('logs out here, and everywhere', async () => {
  const here = await newAccount('out@firm.test');
  const token = async (answer: Response) => ({
    authorization: `Bearer ${((await answer.json()) as { data: { token: string } }).data.token}`,
  });
  const hereHeaders = await token(here);
  const there = await logIn('out@firm.test');
  const thereHeaders = await token(there);
  const sessions = await main.asClient(authContract, { headers: thereHeaders }).sessions({});
  expect(sessions.sessions.map((session) => session.is_current).sort()).toEqual([false, true]);

  const out = await post('/api/auth/logout', undefined, cookieOf(here));
  expect(out.headers.getSetCookie().at(-1)).toMatch(/Max-Age=0/);
  expect((await main.app.request('/api/auth/me', { headers: hereHeaders })).status).toBe(401);
  await main.asClient(authContract, { headers: thereHeaders }).logoutEverywhere({ body: {} });
  expect((await main.app.request('/api/auth/me', { headers: thereHeaders })).status).toBe(401);
  expect((await post('/api/auth/refresh', undefined, cookieOf(there))).status).toBe(401);
});

it('sets a forgotten password with the link from the mail, once, within 30 minutes, and ends every session', async () => {
  const before = cookieOf(await newAccount('forgot@firm.test'));
  expect((await post('/api/auth/password/forgot', { email: 'forgot@firm.test' })).status).toBe(200);
  expect((await post('/api/auth/password/forgot', { email: 'not-here@firm.test' })).status).toBe(200);
  const { uuid } = await mailTo('forgot@firm.test');
  expect(main.mails.some((mail) => mail.to.includes('not-here@firm.test'))).toBe(false);
  expect((await main.app.request(`/api/auth/verify-user?uuid=${uuid}`)).status).toBe(400);
  expect((await post('/api/auth/password/reset', { uuid, newPassword: 'the new password' })).status).toBe(200);
  expect((await post('/api/auth/password/reset', { uuid, newPassword: 'another password' })).status).toBe(400);
  expect((await post('/api/auth/refresh', undefined, before)).status).toBe(401);
  expect((await logIn('forgot@firm.test')).status).toBe(400);
  expect((await logIn('forgot@firm.test', { password: 'the new password' })).status).toBe(200);
  expect((await mailTo('forgot@firm.test')).subject).toBe('Your password was changed');

  await post('/api/auth/password/forgot', { email: 'forgot@firm.test' });
  const late = await mailTo('forgot@firm.test');
  main.realClock.advance(31 * 60_000);
  expect((await post('/api/auth/password/reset', { uuid: late.uuid, newPassword: 'too late for this' })).status).toBe(
    400,
  );
});

it('logs in with a magic link; a newer one replaces it', async () => {
  await newAccount('magic@firm.test');
  await post('/api/auth/magic-link', { email: 'magic@firm.test' });
  const first = await mailTo('magic@firm.test');
  await post('/api/auth/magic-link', { email: 'magic@firm.test' });
  const second = await mailTo('magic@firm.test');
  expect((await main.app.request(`/api/auth/verify-user?uuid=${first.uuid}`)).status).toBe(400);
  expect((await main.app.request(`/api/auth/verify-user?uuid=${second.uuid}`)).status).toBe(200);
});

it('verifies with the first mail although it was sent again, and no other link works afterwards', async () => {
  await signUp('twice@firm.test');
  const first = await mailTo('twice@firm.test');
  await post('/api/auth/resend-verification', { email: 'twice@firm.test' });
  const second = await mailTo('twice@firm.test');
  expect(second.uuid).not.toBe(first.uuid);
  expect((await main.app.request(`/api/auth/verify-user?uuid=${first.uuid}`)).status).toBe(200);
  expect((await main.app.request(`/api/auth/verify-user?uuid=${second.uuid}`)).status).toBe(400);
});

it('keeps links and refresh tokens only as hashes, and no link in the queue', async () => {
  await signUp('hashes@firm.test');
  const queued = JSON.stringify(await main.test.query('select payload from graphile_worker._private_jobs'));
  expect(queued).not.toMatch(/uuid|token/);
  const { uuid } = await mailTo('hashes@firm.test');
  const kept = JSON.stringify(await main.test.query('select * from email_token'));
  expect(kept).not.toContain(uuid);
});

it('saves onboarding and name, and resumes where it was left', async () => {
  const client = main.asClient(authContract, await main.signIn());
  await client.onboarding({ body: { stage: 2, answers: { role: 'Agency', goal: 'Meetings' } } });
  const { user } = await client.onboarding({
    body: { stage: 3, answers: { company: 'Brightlane', website: 'brightlane.test' } },
  });
  expect(user).toMatchObject({
    onboarding_stage: 3,
    has_onboarding_completed: false,
    workspace: { name: 'Brightlane' },
  });
  expect(await client.readOnboarding({})).toEqual({
    stage: 3,
    completed: false,
    answers: { role: 'Agency', goal: 'Meetings', company: 'Brightlane', website: 'brightlane.test' },
    mailboxes: 0,
  });
  expect((await client.onboarding({ body: { stage: 5, completed: true } })).user).toMatchObject({
    onboarding_stage: 5,
    has_onboarding_completed: true,
  });
  expect(
    (
      await client.changePreferences({
        body: {
          name: 'New Name',
          designation: 'Head of Sales',
          time_zone: 'Europe/Berlin',
        },
      })
    ).user,
  ).toMatchObject({ name: 'New Name', designation: 'Head of Sales', time_zone: 'Europe/Berlin' });
  await expect(client.changePreferences({ body: { time_zone: 'Mars/Olympus' } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
});

it('lets the onboarding of a member rename nothing', async () => {
  const owner = await main.signIn();
  const member = main.asClient(
    authContract,
    await main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' }),
  );
  expect((await member.onboarding({ body: { stage: 3, answers: { company: 'Mine now' } } })).user.workspace.name).toBe(
    'Test workspace',
  );
});

it('counts the get-started steps from what is really there', async () => {
  const owner = await main.signIn();
  const client = main.asClient(authContract, owner);
  expect(await client.getStarted({})).toMatchObject({
    total_steps_completed: 0,
    percent: 0,
    created_first_campaign: 'PENDING',
  });
  await main.test.query('insert into campaign (workspace_id, name) values ($1, $2)', [owner.workspaceId, 'First']);
  expect(await client.getStarted({})).toMatchObject({
    total_steps_completed: 1,
    percent: 25,
    created_first_campaign: 'COMPLETED',
    launched_first_campaign: 'PENDING',
  });
  const connect = (email: string, works: boolean) =>
    main.test.query(
      `
        insert into mailbox (
          workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
            imap_username, is_smtp_success, is_imap_success
        )
        values ($1, 'Me', $2, 'h', 1, 'u', 'h', 1, 'u', $3, true)
      `,
      [owner.workspaceId, email, works],
    );
  await connect('failing@firm.test', false);
  expect(await client.getStarted({})).toMatchObject({ total_steps_completed: 1, added_first_email_account: 'PENDING' });
  await connect('works@firm.test', true);
  expect(await client.getStarted({})).toMatchObject({
    total_steps_completed: 2,
    added_first_email_account: 'COMPLETED',
  });
});

it('removes links and sessions that ended more than 30 days ago, and no other', async () => {
  await newAccount('old@firm.test');
  const left = () =>
    main.test.query<{ count: number }>(
      `
        select count(*)::int
        from user_session s
        join app_user u on u.id = s.user_id
        where u.email = 'old@firm.test'
      `,
    );
  await cleanIdentity(main.deps);
  expect(await left()).toEqual([{ count: 1 }]);
  main.realClock.advance(61 * 86_400_000);
  await cleanIdentity(main.deps);
  expect(await left()).toEqual([{ count: 0 }]);
});

it('a made-up refresh token ends nobody’s session, also one that names it; a used one of ours does', async () => {
  const mine = cookieOf(await newAccount('forged@firm.test'));
  const session = /=([0-9a-f-]{36})\./.exec(mine)?.[1] as string;
  for (const forged of [
    `${session}.${'A'.repeat(43)}`,
    `${session}.`,
    `${session}.${'A'.repeat(43)}.${'B'.repeat(43)}`,
  ])
    expect((await post('/api/auth/refresh', undefined, `skein_refresh=${forged}`)).status).toBe(401);
  const renewed = await post('/api/auth/refresh', undefined, mine);
  expect(renewed.status).toBe(200);
  const twice = await post('/api/auth/refresh', undefined, cookieOf(renewed));
  expect(twice.status).toBe(200);
  // A token of two renewals ago was copied.
  expect((await post('/api/auth/refresh', undefined, mine)).status).toBe(401);
  expect((await post('/api/auth/refresh', undefined, cookieOf(twice))).status).toBe(401);
});
