import { mailboxSignInContract, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { submitMail } from '#platform/mail/submit-mail';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { startTestSignIn, type TestSignIn } from '#server/testing/test-sign-in';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { mailboxDeps } from '../connections/mailboxes.deps';
import { leadBack } from './lead-back';

let main: TestMain;
let me: SignedIn;
let mail: MailWorld;
let signIn: TestSignIn;
const publicUrl = 'http://localhost:3000';
const emails = {
  GMAIL: 'gina@getnorthlight.test',
  OUTLOOK: 'omar@getnorthlight.test',
  ZOHO: 'zita@getnorthlight.test',
};

beforeAll(async () => {
  signIn = await startTestSignIn({
    publicUrl,
    mailPorts: () => ({ smtp: mail.smtp.port, imap: mail.imap.port }),
  });
  main = await createTestMain({ mailConsent: signIn.access });
  me = await main.signIn();
  mail = await startMailWorld({
    store: createMemoryMailStore(),
    clock: main.clock,
    seed: 'sign-in',
    mode: 'stepped',
    verifyToken: signIn.verifyToken,
  });
  for (const email of [...Object.values(emails), 'rosa@northlight.test'])
    await mail.createMailbox({ email, password: 'a-password' });
});
afterAll(async () => {
  await mail.close();
  await main.close();
  await signIn.close();
});

const client = (who = me) => main.asClient(mailboxSignInContract, who);

/** What a person does on the consent page; answers what the redirect brings back. */
async function consent(url: string, account: string, decision: 'allow' | 'refuse' = 'allow'): Promise<URLSearchParams> {
  expect(await (await fetch(url)).text()).toContain('Sandbox: this is not');
  const answer = await signIn.answer(url, account, decision);
  expect(answer.status).toBe(303);
  const back = new URL(answer.headers.get('location') as string);
  expect(back.origin + back.pathname).toBe(`${publicUrl}/app/email-accounts/sign-in`);
  return back.searchParams;
}
const connect = async (type: ConsentProvider, who = me, mailbox_id?: number) => {
  const { url } = await client(who).startSignIn({ body: { type, ...(mailbox_id ? { mailbox_id } : {}) } });
  const back = await consent(url, emails[type]);
  return client(who).finishSignIn({
    body: { code: back.get('code') as string, state: back.get('state') as string, message_per_day: 33 },
  });
};

test.each(['GMAIL', 'OUTLOOK', 'ZOHO'] as const)(
  '%s: consent with PKCE connects, sends by XOAUTH2, a revocation shows as such, and signing in again mends it',
  async (type) => {
    const { url } = await client().startSignIn({ body: { type } });
    const asked = new URL(url).searchParams;
    expect([asked.get('code_challenge_method'), asked.get('response_type')]).toEqual(['S256', 'code']);
    const { mailbox, report, is_new } = await connect(type);
    expect([report.smtp.ok, report.imap.ok, is_new]).toEqual([true, true, true]);
    expect(mailbox).toMatchObject({
      from_email: emails[type],
      type,
      auth_method: 'XOAUTH2',
      state: 'connected',
      message_per_day: 33,
    });
    const own = mailboxDeps(main.deps);
    const messageId = `<${type}@getnorthlight.test>`;
    await submitMail({
      server: await own.servers.smtp(me.workspaceId, mailbox.id),
      rules: own.rules,
      envelope: { from: emails[type], to: ['silent@prospects.test'], envelopeId: 'e1' },
      content: Buffer.from(
        `From: ${emails[type]}\r\nTo: silent@prospects.test\r\nSubject: x\r\nMessage-ID: ${messageId}\r\n\r\nHello\r\n`,
      ),
      beforeFinalDot: async () => undefined,
    });
    expect(mail.record.count({ messageId }).mails).toBe(1);
    const stored = await main.test.query<{ text: string }>(
      "select encode(sealed, 'escape') as text from mailbox_secret where mailbox_id = $1",
      [mailbox.id],
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/sandbox-(refresh|access)/);

    // Withdrawn on the account's page: both servers refuse, and the provider's own words lead to signing in again.
    const vendor = { GMAIL: 'google', OUTLOOK: 'microsoft', ZOHO: 'zoho' }[type];
    await fetch(`${signIn.url}/${vendor}/connections`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ account: emails[type] }),
    });
    const again = await main.asClient(mailboxesContract, me).reconnect({ params: { mailboxId: mailbox.id }, body: {} });
    expect(again.mailbox.state).toBe('failing');
    for (const problem of [again.mailbox.smtp_problem, again.mailbox.imap_problem])
      expect(problem).toMatchObject({ code: 'CREDENTIALS', fix: expect.stringMatching(/^Sign in with .* again/) });

    const back = await connect(type, me, mailbox.id);
    expect([back.mailbox.id, back.mailbox.state, back.is_new]).toEqual([mailbox.id, 'connected', false]);
  },
);

test('a code is good once, for its verifier and its person; a refused consent and another account are told', async () => {
  const { url } = await client().startSignIn({ body: { type: 'GMAIL' } });
  const back = await consent(url, emails.GMAIL);
  const given = { code: back.get('code') as string, state: back.get('state') as string };
  const stranger = await main.signIn();
  const colleague = await main.signIn({ workspaceId: me.workspaceId, role: 'ADMIN_ACCESS' });
  for (const other of [stranger, colleague])
    await expect(client(other).finishSignIn({ body: given })).rejects.toThrow(/state/);
  for (const state of [`${given.state.slice(0, -4)}AAAA`, 'none', given.code])
    await expect(client().finishSignIn({ body: { ...given, state } })).rejects.toThrow(/state/);
  const [mine] = (await main.asClient(mailboxesContract, me).list({})).rows;
  await expect(
    client(stranger).startSignIn({ body: { type: 'GMAIL', mailbox_id: mine?.id as number } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const other = new URL((await client().startSignIn({ body: { type: 'GMAIL' } })).url).searchParams.get('state');
  await expect(client().finishSignIn({ body: { ...given, state: other as string } })).rejects.toThrow(
    /Google refused: The consent has expired/,
  );
  // A state is used up by the first try, whatever came of it.
  await expect(client().finishSignIn({ body: { ...given, state: other as string } })).rejects.toThrow(/used before/);
  const twice = await Promise.allSettled([1, 2].map(() => client().finishSignIn({ body: given })));
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(client().finishSignIn({ body: given })).rejects.toThrow(/used before/);
  const next = new URL((await client().startSignIn({ body: { type: 'GMAIL' } })).url).searchParams.get('state');
  await expect(client().finishSignIn({ body: { ...given, state: next as string } })).rejects.toThrow(/Google refused/);
  expect((await consent(url, emails.GMAIL, 'refuse')).get('error')).toBe('access_denied');
  const mailboxId = (
    await main.test.query<{ id: number }>('select id from mailbox where workspace_id = $1 and from_email = $2', [
      me.workspaceId,
      emails.OUTLOOK,
    ])
  )[0]?.id as number;
  const wrong = await consent(
    (await client().startSignIn({ body: { type: 'GMAIL', mailbox_id: mailboxId } })).url,
    emails.GMAIL,
  );
  await expect(
    client().finishSignIn({ body: { code: wrong.get('code') as string, state: wrong.get('state') as string } }),
  ).rejects.toThrow(/You signed in as gina@.*this mailbox is omar@/);
  main.realClock.advance(31 * 60_000);
  const token = await main.deps.tokens.sign(me);
  await expect(
    client({ ...me, headers: { authorization: `Bearer ${token}` } }).finishSignIn({ body: given }),
  ).rejects.toThrow(/30 minutes/);
  main.realClock.set(Date.now());
});

test('disconnecting destroys the tokens and tells the provider; nothing opens the mailbox any more', async () => {
  const owner = await main.signIn();
  const { mailbox } = await connect('GMAIL', owner);
  const ended = await client(owner).revokeConsent({ params: { mailboxId: mailbox.id }, body: {} });
  expect(ended).toMatchObject({ is_provider_told: true, mailbox: { state: 'failing' } });
  expect(signIn.grants()?.['GMAIL:gina@getnorthlight.test']?.isGiven).toBe(false);
  expect(await main.test.query('select 1 from mailbox_secret where mailbox_id = $1', [mailbox.id])).toEqual([]);
  const after = await main
    .asClient(mailboxesContract, owner)
    .reconnect({ params: { mailboxId: mailbox.id }, body: {} });
  expect(after.mailbox).toMatchObject({ state: 'failing', smtp_problem: { code: 'CREDENTIALS' } });
});

test('a workspace’s own client asks in its name, its secret never comes back, and without it its mailboxes sign in again', async () => {
  const agency = await main.signIn();
  const before = await client(agency).listConsentClients({});
  const trial = before.trial as { client_id: string; client_secret: string };
  const saved = await client(agency).saveConsentClient({ params: { provider: 'GMAIL' }, body: trial });
  expect(saved.clients[0]).toMatchObject({ provider: 'GMAIL', client_id: trial.client_id });
  expect(
    JSON.stringify(await main.test.query("select encode(secret_sealed, 'escape') from mailbox_consent_client")),
  ).not.toContain(trial.client_secret);
  expect((await client(agency).readSignIn({})).providers[0]).toMatchObject({ type: 'GMAIL', client: 'workspace' });
  const { url } = await client(agency).startSignIn({ body: { type: 'GMAIL' } });
  expect(new URL(url).searchParams.get('client_id')).toBe(trial.client_id);
  const { mailbox } = await connect('GMAIL', agency);
  expect(mailbox.state).toBe('connected');
  expect(await client(agency).removeConsentClient({ params: { provider: 'GMAIL' } })).toEqual({
    done: true,
    mailboxes: 1,
  });
  const after = await main
    .asClient(mailboxesContract, agency)
    .reconnect({ params: { mailboxId: mailbox.id }, body: {} });
  expect(after.mailbox.smtp_problem).toMatchObject({ code: 'CREDENTIALS', fix: expect.stringMatching(/Sign in/) });
  const member = await main.signIn({ workspaceId: agency.workspaceId, role: 'VIEW_ONLY_ACCESS' });
  await expect(client(member).listConsentClients({})).rejects.toThrow();
});

test('a sign-in that began at an agency’s host name is led back there, by its own state and while the name is proven', async () => {
  const agency = await main.signIn();
  const host = 'mail.agency.test';
  await main.test.query(
    `insert into whitelabel (workspace_id, token, domain, domain_verified_at) values ($1, 'proof', $2, now())`,
    [agency.workspaceId, host],
  );
  const start = async (who: SignedIn, at: string) => {
    const answer = await main.app.request('/api/mailbox-sign-in/start', {
      method: 'POST',
      headers: { ...who.headers, host: at, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'GMAIL' }),
    });
    return ((await answer.json()) as { data: { url: string } }).data.url;
  };
  const landing = async (url: string, at = 'localhost:3000') => {
    const back = await consent(url, emails.GMAIL);
    return leadBack(main.deps, new URL(`${publicUrl}/app/email-accounts/sign-in?${back.toString()}`), at);
  };
  const url = await start(agency, `${host}:3000`);
  // Providers know one address; the agency's people have their session at another.
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${publicUrl}/app/email-accounts/sign-in`);
  const led = new URL((await landing(url)) as string);
  expect([led.origin, led.pathname]).toEqual([`http://${host}:3000`, '/app/email-accounts/sign-in']);
  expect(await landing(url, `${host}:3000`)).toBeNull();
  const { mailbox } = await client(agency).finishSignIn({
    body: { code: led.searchParams.get('code') as string, state: led.searchParams.get('state') as string },
  });
  expect(mailbox.state).toBe('connected');
  // Neither somebody of another workspace nor a forged state is led to the agency's host.
  expect(await landing(await start(me, `${host}:3000`))).toBeNull();
  const forged = new URL(`${publicUrl}/app/email-accounts/sign-in?code=x&state=${'A'.repeat(200)}`);
  expect(await leadBack(main.deps, forged, 'localhost')).toBeNull();
  await main.test.query('update whitelabel set domain_verified_at = null where workspace_id = $1', [
    agency.workspaceId,
  ]);
  expect(await landing(url)).toBeNull();
});
