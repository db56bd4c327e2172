import type { WireAccount } from '@skein/contracts/v1/email-accounts.contract';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startTokenServer, type RunningTokenServer } from '#sandbox/mail-world/token-server';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { submitMail } from '#platform/mail/submit-mail';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { lookAfterMailboxes } from '#mailboxes/connections/recheck-mailboxes';
import { mailboxDeps } from '#mailboxes/connections/mailboxes.deps';
import { wireApi, type Api } from './testing';

let main: TestMain;
let me: SignedIn;
let api: Api;
let stranger: Api;
let mail: MailWorld;
let tokens: RunningTokenServer;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  [api, stranger] = [await wireApi(main, me), await wireApi(main, await main.signIn())];
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
    seed: 'care',
    mode: 'stepped',
    verifyToken: tokens.verifyToken,
  });
});
afterAll(async () => {
  await mail.close();
  await tokens.close();
  await main.close();
});

const servers = () => ({
  smtp_host: '127.0.0.1',
  smtp_port: mail.smtp.port,
  smtp_port_type: 'NONE',
  imap_host: '127.0.0.1',
  imap_port: mail.imap.port,
  imap_port_type: 'NONE',
});
async function connect(name: string, password = 'right-password'): Promise<number> {
  const email = `${name}@northlight.test`;
  await mail.createMailbox({ email, password: 'right-password' });
  return (
    (
      await api('POST', '/email-accounts/save', {
        from_name: name,
        from_email: email,
        user_name: email,
        password,
        ...servers(),
      })
    ).json as { emailAccountId: number }
  ).emailAccountId;
}
const get = async (id: number) => (await api('GET', `/email-accounts/${id}`)).json as WireAccount;

test('failing mailboxes are tried again when asked, and come back', async () => {
  const [well, failing, other] = [
    await connect('well'),
    await connect('failing', 'wrong'),
    await connect('other', 'wrong'),
  ];
  expect(
    (await stranger('POST', '/email-accounts/reconnect-failed-email-accounts', { email_account_ids: [failing] })).json,
  ).toMatchObject({ data: { email_account_ids: [] } });
  expect((await api('POST', '/email-accounts/reconnect', { email_account_ids: [well, failing] })).json).toMatchObject({
    ok: true,
    data: { email_account_ids: [failing] },
  });
  expect((await api('POST', '/email-accounts/reconnect-failed-email-accounts')).json).toMatchObject({
    data: { email_account_ids: [failing, other] },
  });
  await main.test.query(
    `
      update mailbox_secret
      set sealed = (select sealed from mailbox_secret where mailbox_id = $2)
      where mailbox_id = $1
    `,
    [other, well],
  );
  const secret = main.deps.vault.seal('right-password', `mailbox:${me.workspaceId}:${failing}:smtp`);
  await main.test.query('update mailbox_secret set sealed = $2 where mailbox_id = $1', [failing, Buffer.from(secret)]);
  await lookAfterMailboxes(mailboxDeps(main.deps), { error: () => undefined });
  expect([await get(failing), await get(other)]).toMatchObject([
    { is_smtp_success: true, is_imap_success: true },
    { is_smtp_success: false },
  ]);
});

test('mails are read at the server, newest first, from a folder by its name or purpose, with their bodies cleaned', async () => {
  const [id, silent] = [await connect('reader'), await connect('unread')];
  const own = mailboxDeps(main.deps);
  for (const number of [1, 2, 3]) {
    const content = Buffer.from(
      `From: reader@northlight.test\r\nTo: unread@northlight.test\r\nSubject: Mail ${number}\r\nMessage-ID: <care-${number}@northlight.test>\r\nContent-Type: text/html\r\n\r\n<p onclick="x()">Hello ${number}</p><script>bad()</script>\r\n`,
    );
    await submitMail({
      server: await own.servers.smtp(me.workspaceId, id),
      rules: own.rules,
      envelope: { from: 'reader@northlight.test', to: ['unread@northlight.test'], envelopeId: `care-${number}` },
      content,
      beforeFinalDot: async () => undefined,
    });
  }
  const { json } = await api('POST', `/email-accounts/${silent}/fetch-messages`, { limit: 2, includeBody: true });
  expect(json).toMatchObject({
    ok: true,
    data: {
      account_id: silent,
      from_email: 'unread@northlight.test',
      folder: 'INBOX',
      total: 3,
      messages: [
        {
          subject: 'Mail 3',
          message_id: '<care-3@northlight.test>',
          from: { email: 'reader@northlight.test' },
          is_read: false,
          body: { text: expect.stringContaining('Hello 3'), is_truncated: false },
        },
        { subject: 'Mail 2' },
      ],
    },
  });
  expect(JSON.stringify(json)).not.toMatch(/onclick|<script/);
  const many = (
    await api('POST', '/email-accounts/multi/fetch-messages', [
      { account_id: silent, limit: 1 },
      { account_id: id, folder: 'sent' },
      { account_id: 2_000_000_000 },
      { account_id: id, folder: 'nowhere' },
    ])
  ).json;
  expect(many).toMatchObject({
    ok: true,
    data: [
      { ok: true, data: { messages: [{ subject: 'Mail 3', body: null }] } },
      { ok: true, data: { folder: expect.stringMatching(/sent/i) } },
      { ok: false, data: null },
      { ok: false, error: expect.stringContaining('INBOX') },
    ],
  });
  expect((await stranger('POST', `/email-accounts/${silent}/fetch-messages`)).status).toBe(404);
  const client = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  expect((await (await wireApi(main, client))('POST', `/email-accounts/${silent}/fetch-messages`)).status).toBe(403);
});

test('several mailboxes are deleted at once, and those that are nowhere are named', async () => {
  const ids = [await connect('first'), await connect('second')];
  expect((await stranger('POST', '/email-accounts/bulk-delete', ids)).json).toMatchObject({
    data: { deleted: [], not_found: ids },
  });
  expect((await api('POST', '/email-accounts/bulk-delete', [...ids, 2_000_000_000])).json).toMatchObject({
    ok: true,
    data: { deleted: ids, not_found: [2_000_000_000] },
  });
  expect((await api('GET', `/email-accounts/${ids[0]}`)).status).toBe(404);
  expect((await api('POST', '/email-accounts/bulk-delete', {})).status).toBe(400);
});

test('a mailbox connects by OAuth2, and fails in our words once the consent is withdrawn', async () => {
  const email = 'consent@northlight.test';
  await mail.createMailbox({ email, password: 'never-used' });
  const token = {
    scope: 'mail',
    token_type: 'Bearer',
    access_token: 'unused',
    refresh_token: tokens.grant(email),
    expiry_date: 1,
    client_id: 'skein',
    client_secret: 'client-secret',
    token_uri: tokens.url,
  };
  const given = {
    from_name: 'Consent',
    from_email: email,
    username: email,
    type: 'gmail',
    warmup_enabled: false,
    use_whitelabel_credentials: false,
    max_email_per_day: 12,
    token,
    ...servers(),
  };
  expect(await api('POST', '/email-accounts/save-oauth', { ...given, token: { refresh_token: 'x' } })).toMatchObject({
    status: 400,
    json: { validation: { keys: ['token.client_id', 'token.client_secret'] } },
  });
  const saved = await api('POST', '/email-accounts/save-oauth', given);
  expect(saved.json).toMatchObject({
    ok: true,
    data: { from_email: email, type: 'GMAIL', is_smtp_success: true, is_imap_success: true },
  });
  const id = (saved.json as { emailAccountId: number }).emailAccountId;
  expect((await api('GET', `/email-accounts/${id}`)).text).not.toContain(token.refresh_token);
  expect((await stranger('POST', `/email-accounts/${id}/disconnect-google`)).status).toBe(404);
  expect((await api('POST', `/email-accounts/${id}/disconnect-microsoft`)).json).toMatchObject({
    ok: true,
    emailAccountId: id,
  });
  expect(await get(id)).toMatchObject({
    message_per_day: 12,
    is_smtp_success: false,
    smtp_failure_error: expect.stringContaining('consent was revoked'),
  });
  expect(await main.test.query('select 1 from mailbox_secret where mailbox_id = $1', [id])).toEqual([]);
  expect((await api('POST', `/email-accounts/${await connect('by-password')}/disconnect-google`)).status).toBe(409);
});
