import { newMailboxDefaults } from '@skein/contracts/constants';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { submitMail } from '#platform/mail/submit-mail';
import { defaultRules } from '#platform/mail/mail-server';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startTokenServer, type RunningTokenServer } from '#sandbox/mail-world/token-server';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { connectionRules, mailboxDeps } from './mailboxes.deps';
import { explain, tryConnection } from './try-connection';

let main: TestMain;
let me: SignedIn;
let mail: MailWorld;
let tokens: RunningTokenServer;
let starts = 0;

beforeAll(async () => {
  const zone = {
    txt: {
      'northlight.test': ['v=spf1 include:_spf.test -all'],
      '_spf.test': ['v=spf1 ip4:192.0.2.1 -all'],
      'google._domainkey.northlight.test': ['v=DKIM1; p=MIIB'],
      '_dmarc.northlight.test': ['v=DMARC1; p=none'],
    },
    mx: { 'northlight.test': [{ exchange: 'mx.test', priority: 1 }] },
  };
  main = await createTestMain({ resolver: zoneResolver(zone) });
  me = await main.signIn();
  tokens = await startTokenServer({
    host: '127.0.0.1',
    port: 0,
    clientId: 'skein',
    clientSecret: 'client-secret',
    lifetimeSeconds: 3600,
    now: () => Date.now(),
  });
  mail = await startMailWorld({
    store: createMemoryMailStore(),
    clock: main.clock,
    seed: 'connect',
    mode: 'stepped',
    verifyToken: tokens.verifyToken,
  });
  await mail.createMailbox({ email: 'rosa@northlight.test', password: 'right-password' });
  await mail.createMailbox({ email: 'oauth@northlight.test', password: 'never-used' });
});
afterAll(async () => {
  await mail.close();
  await tokens.close();
  await main.close();
});

const hosts = () => ({
  smtp_host: '127.0.0.1',
  smtp_port: mail.smtp.port,
  smtp_port_type: 'NONE' as const,
  imap_host: '127.0.0.1',
  imap_port: mail.imap.port,
  imap_port_type: 'NONE' as const,
});
const form = (email: string, password: string) => ({
  from_name: 'Rosa Kessler',
  from_email: email,
  username: email,
  password,
  ...hosts(),
});
const client = () => main.asClient(mailboxesContract, me);

test('a wrong password is recognised on both servers, with their own words; nothing is stored by a test', async () => {
  const report = await client().test({ body: form('rosa@northlight.test', 'wrong') });
  expect(report.smtp).toMatchObject({ ok: false, code: 'CREDENTIALS', server_reply: expect.stringMatching(/535/) });
  expect(report.imap).toMatchObject({ ok: false, code: 'CREDENTIALS' });
  expect(await main.test.query('select 1 from mailbox where from_email = $1', ['rosa@northlight.test'])).toHaveLength(
    0,
  );
});

test('a right one connects; the password is sealed, and no answer or row shows it; DNS is looked up', async () => {
  const { mailbox, report } = await client().create({ body: form('rosa@northlight.test', 'right-password') });
  expect([report.smtp.ok, report.imap.ok, mailbox.state]).toEqual([true, true, 'connected']);
  expect(mailbox.dns).toMatchObject({
    spf: { verdict: 'pass' },
    dkim: { verdict: 'pass' },
    dmarc: { verdict: 'warn' },
    mx: { verdict: 'pass' },
  });
  const everything = JSON.stringify([
    await client().get({ params: { mailboxId: mailbox.id } }),
    await client().list({}),
    await main.test.query("select *, encode(sealed, 'escape') from mailbox_secret"),
    await main.test.query('select * from mailbox'),
  ]);
  expect(everything).not.toContain('right-password');
  await expect(client().create({ body: form('rosa@northlight.test', 'right-password') })).rejects.toThrow(
    /connected already/,
  );
});

test.each([
  ['by default', {}, { ramp: { start: 10, increase: 2 }, isWarming: true, cap: 10 }],
  ['with a daily limit that is lower', { message_per_day: 8 }, { ramp: null, isWarming: true, cap: 8 }],
  ['unless told otherwise', { starts_gently: false }, { ramp: null, isWarming: false, cap: 40 }],
])('a new mailbox warms up with a daily cap that grows, %s', async (_, more, { ramp, isWarming, cap }) => {
  const email = `start${(starts += 1)}@northlight.test`;
  await mail.createMailbox({ email, password: 'right-password' });
  const { mailbox } = await client().create({ body: { ...form(email, 'right-password'), ...more } });
  expect(mailbox.warmup.enabled).toBe(isWarming);
  expect(mailbox.cap_today).toBe(cap);
  const [row] = await main.test.query<{ ramp: object | null; loops: number }>(
    `
      select ramp, (select count(*)::int from warmup_mailbox w where w.mailbox_id = m.id) as loops
      from mailbox m
      where id = $1
    `,
    [mailbox.id],
  );
  expect(row?.loops).toBe(isWarming ? 1 : 0);
  expect(row?.ramp).toEqual(ramp && { ...ramp, from: new Date(main.clock.now()).toISOString().slice(0, 10) });
});

test('a mailbox that is connected without a daily limit and a gap gets those that the form begins with', async () => {
  const email = `start${(starts += 1)}@northlight.test`;
  await mail.createMailbox({ email, password: 'right-password' });
  const { mailbox } = await client().create({ body: form(email, 'right-password') });
  expect(mailbox).toMatchObject(newMailboxDefaults);
});

test('a seed of placement tests is not connected as a sender', async () => {
  await mail.createMailbox({ email: 'seed@northlight.test', password: 'right-password' });
  await main.test.query(
    `insert into placement_seed (email, provider, region, imap, sealed_password)
      values ('seed@northlight.test', 'Gmail', 'Europe', '{}', '')`,
  );
  await expect(client().create({ body: form('seed@northlight.test', 'right-password') })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: [{ field: 'from_email', message: 'is a seed of placement tests' }],
  });
  await main.test.query(`update placement_seed set is_active = false where email = 'seed@northlight.test'`);
  await expect(client().create({ body: form('seed@northlight.test', 'right-password') })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await main.test.query('select from mailbox where from_email = $1', ['seed@northlight.test'])).toHaveLength(0);
});

test('a mailbox connects, sends and reads by XOAUTH2 with a refresh token, and a revoked consent is a credential failure', async () => {
  const token = {
    token_url: tokens.url,
    client_id: 'skein',
    client_secret: 'client-secret',
    refresh_token: tokens.grant('oauth@northlight.test'),
  };
  const { from_name, from_email, username } = form('oauth@northlight.test', '');
  const { mailbox, report } = await client().createOauth({
    body: { from_name, from_email, username, ...hosts(), token },
  });
  expect([report.smtp.ok, report.imap.ok]).toEqual([true, true]);
  const own = mailboxDeps(main.deps);
  const content = Buffer.from(
    'From: oauth@northlight.test\r\nTo: silent@prospects.test\r\nSubject: x\r\nMessage-ID: <oauth-1@northlight.test>\r\n\r\nHello\r\n',
  );
  await submitMail({
    server: await own.servers.smtp(me.workspaceId, mailbox.id),
    rules: own.rules,
    envelope: { from: from_email, to: ['silent@prospects.test'], envelopeId: 'e1' },
    content,
    beforeFinalDot: async () => undefined,
  });
  expect(mail.record.count({ messageId: '<oauth-1@northlight.test>' }).mails).toBe(1);
  tokens.revoke('oauth@northlight.test');
  const after = await client().reconnect({ params: { mailboxId: mailbox.id }, body: {} });
  expect(after.report.smtp).toMatchObject({ ok: false, code: 'CREDENTIALS' });
  expect(after.mailbox.state).toBe('failing');
});

test('what is torn down before the final dot is not delivered', async () => {
  const server = {
    host: '127.0.0.1',
    port: mail.smtp.port,
    portType: 'NONE' as const,
    username: 'rosa@northlight.test',
    credential: { kind: 'password' as const, password: 'right-password' },
  };
  const before = mail.record.count().mails;
  const content = Buffer.from(
    'From: rosa@northlight.test\r\nTo: silent@prospects.test\r\nSubject: x\r\nMessage-ID: <torn@northlight.test>\r\n\r\nHello\r\n',
  );
  await expect(
    submitMail({
      server,
      rules: { ...defaultRules, allowPrivateAddresses: true },
      envelope: { from: 'rosa@northlight.test', to: ['silent@prospects.test'], envelopeId: 'e2' },
      content,
      beforeFinalDot: () => Promise.reject(new Error('stopped')),
    }),
  ).rejects.toThrow('stopped');
  expect(mail.record.count().mails).toBe(before);
});

test.each(['TLS', 'SSL'] as const)(
  '%s at servers that offer no encryption is told as that, with the way out, at the field of the security',
  async (portType) => {
    const report = await client().test({
      body: { ...form('rosa@northlight.test', 'right-password'), smtp_port_type: portType, imap_port_type: portType },
    });
    for (const result of [report.smtp, report.imap]) {
      expect(result).toMatchObject({
        ok: false,
        code: 'CONNECTION',
        cause: expect.stringMatching(/^The server does not offer encryption here/),
        fix: 'Choose None as security, or another port.',
      });
      expect(result.server_reply ?? '').not.toMatch(/SSL routines|:error:/);
    }
    expect(report.smtp.server_reply).toEqual(
      portType === 'TLS' ? expect.stringMatching(/^STARTTLS: 5/) : expect.stringMatching(/plain text/),
    );
  },
);

test('what is stored of a failed login names the same case on the mailbox, and a right choice ends it', async () => {
  await mail.createMailbox({ email: 'plain@northlight.test', password: 'right-password' });
  const given = form('plain@northlight.test', 'right-password');
  const { mailbox } = await client().create({ body: { ...given, smtp_port_type: 'TLS', imap_port_type: 'SSL' } });
  expect(mailbox.state).toBe('failing');
  expect(mailbox.smtp_problem?.cause).toMatch(/does not offer encryption here: .* refuses STARTTLS/);
  expect(mailbox.imap_problem?.cause).toMatch(/does not offer encryption here: .* answers in plain text/);
  const after = await client().reconnect({
    params: { mailboxId: mailbox.id },
    body: { smtp_port_type: 'NONE', imap_port_type: 'NONE' },
  });
  expect(after.mailbox).toMatchObject({ state: 'connected', smtp_problem: null, imap_problem: null });
});

test('a server that wants encryption before the login, one whose certificate fails, and one that is only busy are told apart', () => {
  const server = { host: 'mail.company.com', port: 587 };
  expect(explain('SMTP', server, true, '530 5.7.0 Must issue a STARTTLS command first')).toMatchObject({
    code: 'CONNECTION',
    fix: expect.stringMatching(/^Choose TLS/),
  });
  expect(explain('SMTP', server, false, 'STARTTLS: 454 4.7.0 TLS not available due to local problem').fix).toMatch(
    /Try again/,
  );
  expect(explain('SMTP', server, false, 'Error initiating TLS - self-signed certificate').cause).toMatch(/certificate/);
});

test.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '169.254.169.254', '::1', 'localhost'])(
  'outside the sandbox %s is refused before anything is sent',
  async (host) => {
    const server = {
      host,
      port: 25,
      portType: 'NONE' as const,
      username: 'x',
      credential: { kind: 'password' as const, password: 'x' },
    };
    const report = await tryConnection({ smtp: server, imap: server }, defaultRules);
    expect(report.smtp.server_reply).toMatch(/not a public address/);
    expect(report.imap.server_reply).toMatch(/not a public address/);
  },
);

test('a server of its own network is reached where the operator allows it, and no other port of it', async () => {
  const { smtp, imap } = mail;
  const login = {
    portType: 'NONE' as const,
    username: 'rosa@northlight.test',
    credential: { kind: 'password' as const, password: 'right-password' },
  };
  const report = await tryConnection(
    { smtp: { host: 'LOCALHOST', port: smtp.port, ...login }, imap: { host: '127.0.0.1', port: imap.port, ...login } },
    connectionRules({ isSandbox: false, mailPrivateHosts: [`localhost:${smtp.port}`, '127.0.0.1'] }),
  );
  expect(report.smtp).toMatchObject({ ok: true });
  // Allowed without a port: on those of mail alone, of which the sandbox's is none.
  expect(report.imap).toMatchObject({ ok: false, fix: expect.stringContaining('MAIL_PRIVATE_HOSTS') });
});

test('nobody guesses passwords from here: after ten failures of a login it is not tried again, and others are', async () => {
  const guess = (email: string, password: string) => client().test({ body: form(email, password) });
  for (let tried = 0; tried < 10; tried += 1) await guess('guessed@northlight.test', `guess ${tried}`);
  await expect(guess('Guessed@northlight.test', 'one more')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(client().create({ body: form('guessed@northlight.test', 'one more') })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  await mail.createMailbox({ email: 'well@northlight.test', password: 'right-password' });
  for (let tried = 0; tried < 12; tried += 1)
    expect((await guess('well@northlight.test', 'right-password')).smtp.ok).toBe(true);
});
