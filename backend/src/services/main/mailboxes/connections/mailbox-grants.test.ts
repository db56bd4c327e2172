import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { Credential } from '#platform/mail/mail-server';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startTokenServer, type RunningTokenServer } from '#sandbox/mail-world/token-server';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { secretContext } from './mailbox-grants';
import { mailboxServers } from './mailbox-servers';
import { mailboxDeps } from './mailboxes.deps';

/** A provider whose refresh tokens serve once; using one again ends the consent. */
let main: TestMain;
let me: SignedIn;
let mail: MailWorld;
let tokens: RunningTokenServer;
let count = 0;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  tokens = await startTokenServer({
    host: '127.0.0.1',
    port: 0,
    clientId: 'skein',
    clientSecret: 'client-secret',
    lifetimeSeconds: 3600,
    isOneUse: true,
    omits: ['expires_in', 'token_type'],
    now: () => Date.now(),
  });
  mail = await startMailWorld({
    store: createMemoryMailStore(),
    clock: main.clock,
    seed: 'grants',
    mode: 'stepped',
    verifyToken: tokens.verifyToken,
  });
});
afterAll(async () => {
  await mail.close();
  await tokens.close();
  await main.close();
});

async function connect() {
  const email = `oauth${(count += 1)}@northlight.test`;
  await mail.createMailbox({ email, password: 'never-used' });
  const { mailbox, report } = await main.asClient(mailboxesContract, me).createOauth({
    body: {
      from_name: 'Rosa Kessler',
      from_email: email,
      username: email,
      smtp_host: '127.0.0.1',
      smtp_port: mail.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: '127.0.0.1',
      imap_port: mail.imap.port,
      imap_port_type: 'NONE',
      token: {
        token_url: tokens.url,
        client_id: 'skein',
        client_secret: 'client-secret',
        refresh_token: tokens.grant(email),
      },
    },
  });
  expect([report.smtp.ok, report.imap.ok, mailbox.state]).toEqual([true, true, 'connected']);
  return { id: mailbox.id, email };
}

/** The mailboxes' servers as another process has them: with the same database and memory of its own. */
const otherProcess = () =>
  mailboxServers({ db: { ...main.deps.db }, vault: main.deps.vault, allowPrivateAddresses: true, consents: null });

async function tokenOf(servers: ReturnType<typeof otherProcess>, mailboxId: number, renew = false): Promise<string> {
  const { credential } = await servers.imap(me.workspaceId, mailboxId);
  return (credential as Extract<Credential, { kind: 'xoauth2' }>).accessToken({ renew });
}
const stored = async (mailboxId: number) =>
  main.test.query<{ sealed: Buffer; renewing_until: Date | null }>(
    `select sealed, renewing_until from mailbox_secret where mailbox_id = $1 and kind = 'oauth'`,
    [mailboxId],
  );

test('two processes that renew at the same moment both get a token that works', async () => {
  const { id, email } = await connect();
  const processes = [otherProcess(), otherProcess(), otherProcess()];
  const given = await Promise.all(processes.map((servers) => tokenOf(servers, id)));
  expect(given.map((token) => tokens.verifyToken(email, token))).toEqual([true, true, true]);
  const again = await Promise.all(processes.map((servers) => tokenOf(servers, id, true)));
  expect(again.map((token) => tokens.verifyToken(email, token))).toEqual([true, true, true]);
  expect(await stored(id)).toMatchObject([{ renewing_until: null }]);
});

test('everything in one process shares one renewal and its token', async () => {
  const { id } = await connect();
  const before = tokens.given();
  const callers = [mailboxDeps(main.deps), mailboxDeps(main.deps), mailboxDeps(main.deps)];
  const given = await Promise.all(callers.map(({ servers }) => tokenOf(servers, id)));
  expect([new Set(given).size, tokens.given() - before]).toEqual([1, 1]);
});

test('a token stays in use when another process replaces the refresh token', async () => {
  const { id } = await connect();
  const [one, other] = [otherProcess(), otherProcess()];
  const token = await tokenOf(one, id);
  await tokenOf(other, id);
  const before = tokens.given();
  expect([await tokenOf(one, id), tokens.given() - before]).toEqual([token, 0]);
});

test('a refused refresh token is believed only when no other one is stored by then', async () => {
  const { id, email } = await connect();
  const context = secretContext(me.workspaceId, id, 'oauth');
  const [good] = await stored(id);
  const secret = JSON.parse(main.deps.vault.open(good!.sealed, context)) as object;
  const stale = main.deps.vault.seal(JSON.stringify({ ...secret, refresh_token: 'used-before' }), context);
  await main.test.query(`update mailbox_secret set sealed = $2 where mailbox_id = $1`, [id, stale]);
  // A process of the version before holds no lease: it stores its token while the stale one is being refused.
  const servers = mailboxServers({
    db: {
      ...main.deps.db,
      systemSql: async (work) => {
        const result = await main.deps.db.systemSql(work);
        await main.test.query(`update mailbox_secret set sealed = $2 where mailbox_id = $1 and sealed = $3`, [
          id,
          good!.sealed,
          stale,
        ]);
        return result;
      },
    },
    vault: main.deps.vault,
    allowPrivateAddresses: true,
    consents: null,
  });
  expect(tokens.verifyToken(email, await tokenOf(servers, id))).toBe(true);
});

test('a renewal whose process died is taken over when its time is over', async () => {
  const { id, email } = await connect();
  await main.test.query(
    `update mailbox_secret set renewing_until = now() - interval '1 second' where mailbox_id = $1`,
    [id],
  );
  expect(tokens.verifyToken(email, await tokenOf(otherProcess(), id))).toBe(true);
});

test('a consent that was withdrawn is a refused login', async () => {
  const { id, email } = await connect();
  tokens.revoke(email);
  await expect(tokenOf(otherProcess(), id)).rejects.toMatchObject({ kind: 'REVOKED' });
  const after = await main.asClient(mailboxesContract, me).reconnect({ params: { mailboxId: id }, body: {} });
  expect(after.report.imap).toMatchObject({ ok: false, code: 'CREDENTIALS' });
  expect(await stored(id)).toMatchObject([{ renewing_until: null }]);
});
