import { createClient } from '@skein/contracts/client';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import { serviceTransport } from '#platform/http/in-process-transport';
import { limitLogins } from '#platform/mail/limit-logins';
import type { Credential } from '#platform/mail/mail-server';
import type { SignedIn } from '#main/testing';
import { createSelfSignedCertificate } from '#sandbox/mail-world/self-signed-certificate';
import { startTokenServer, type RunningTokenServer } from '#sandbox/mail-world/token-server';
import { createSmartDeliveryApp } from './app';
import { serverOfSeed, type StoredSeed } from './seed-login';
import { registerSeeds } from './seeds.store';
import { createPlacementWorld, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let tokens: RunningTokenServer;
let operator: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  tokens = await startTokenServer({
    ...{ host: '127.0.0.1', port: 0, clientId: 'skein', clientSecret: 'client-secret' },
    ...{ lifetimeSeconds: 3600, isOneUse: true, now: () => Date.now() },
  });
  placement = await createPlacementWorld(undefined, {
    mail: { tls: { ...createSelfSignedCertificate(), implicit: false }, verifyToken: tokens.verifyToken },
  });
  operator = await placement.world.main.signIn({ isOperator: true, email: 'ops@installation.test' });
  stranger = await placement.world.main.signIn();
});
afterAll(async () => {
  await placement.world.close();
  await tokens.close();
});

const seedsOf = (who: SignedIn) => createClient(seedsContract, placement.transportOf({ ...who.headers }));
const operators = () => createClient(operatorSeedsContract, placement.transportOf({ ...operator.headers }));
const addMailbox = (email: string) => placement.world.mail.createMailbox({ email, password: 'right-password' });
const seedOf = (email: string, more: object = {}) => ({
  ...{ email, provider: 'Own', region: 'Europe', host: '127.0.0.1', port: placement.world.mail.imap.port },
  ...{ security: 'STARTTLS' as const, password: 'right-password' },
  ...more,
});
const byGrant = (email: string, more: object = {}) => ({
  ...{ password: undefined },
  oauth: {
    ...{ token_url: tokens.url, client_id: 'skein', client_secret: 'client-secret' },
    refresh_token: tokens.grant(email),
    ...more,
  },
});

const mailboxOf = (email: string) => ({
  ...{ from_name: 'G', from_email: email, username: email, password: 'right-password' },
  ...{ smtp_host: '127.0.0.1', smtp_port: placement.world.mail.smtp.port, smtp_port_type: 'TLS' as const },
  ...{ imap_host: '127.0.0.1', imap_port: placement.world.mail.imap.port, imap_port_type: 'TLS' as const },
});

test('outside of the sandbox a workspace reaches no private mail server and no private token endpoint', async () => {
  const { world, appDeps } = placement;
  const { port } = world.mail.imap;
  const given = tokens.given();
  const ownOf = (mailPrivateHosts: string[]) => {
    const app = createSmartDeliveryApp({ ...appDeps, isSandbox: false, mailPrivateHosts });
    return createClient(
      seedsContract,
      serviceTransport(
        () => app,
        () => ({ ...world.me.headers }),
      ),
    );
  };
  await addMailbox('private@seeds.test');
  for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', 'localhost'])
    await expect(ownOf([]).addOwnSeed({ body: seedOf('private@seeds.test', { host }) })).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ field: 'host' }],
    });
  // The mail server is let in by its operator, the token endpoint is not.
  const body = seedOf('private@seeds.test', byGrant('private@seeds.test'));
  await expect(ownOf([`127.0.0.1:${port}`]).addOwnSeed({ body })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'oauth.token_url' }],
  });
  expect(tokens.given()).toBe(given);
});

test('one login that fails is counted together, as a seed and as a mailbox, by connecting as by checking', async () => {
  const { world } = placement;
  const who = await world.main.signIn();
  const email = 'guessed@seeds.test';
  await addMailbox(email);
  const own = seedsOf(who);
  const { id } = await own.addOwnSeed({ body: seedOf(email) });
  const params = { placementSeedId: id };
  for (let tries = 0; tries < 6; tries++)
    await expect(own.addOwnSeed({ body: seedOf(email, { password: `guess-${tries}` }) })).rejects.toMatchObject({
      details: [{ field: 'password' }],
    });
  await world.main.test.query('update placement_seed set sealed_password = $2 where id = $1', [
    id,
    placement.deps.vault.seal('wrong', `placement-seed:${email}`),
  ]);
  for (let tries = 0; tries < 4; tries++) expect((await own.checkOwnSeed({ params, body: {} })).problem).toMatch(/./);
  await expect(own.checkOwnSeed({ params, body: {} })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(own.addOwnSeed({ body: seedOf(email) })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(world.main.asClient(mailboxesContract, who).test({ body: mailboxOf(email) })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
});

test('who mistypes many seeds can still connect mailboxes, and the other way round', async () => {
  const { world } = placement;
  const [mistypesSeeds, mistypesMailboxes] = [await world.main.signIn(), await world.main.signIn()];
  const email = 'kept.apart@seeds.test';
  await addMailbox(email);
  const fail = async (kind: 'mailbox' | 'seed', { workspaceId }: typeof mistypesSeeds) => {
    const limit = limitLogins(world.main.deps.db, kind);
    for (let tries = 0; tries < 100; tries++)
      await limit(
        { workspaceId, logins: [{ host: 'mail.test', username: `${kind}-${tries}` }] },
        async () => false,
        Boolean,
      );
  };
  await fail('seed', mistypesSeeds);
  await expect(seedsOf(mistypesSeeds).addOwnSeed({ body: seedOf(email) })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  const mailboxes = (who: typeof mistypesSeeds) => world.main.asClient(mailboxesContract, who);
  await expect(mailboxes(mistypesSeeds).test({ body: mailboxOf(email) })).resolves.toMatchObject({
    smtp: { ok: true },
    imap: { ok: true },
  });
  await fail('mailbox', mistypesMailboxes);
  await expect(mailboxes(mistypesMailboxes).test({ body: mailboxOf(email) })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  await expect(seedsOf(mistypesMailboxes).addOwnSeed({ body: seedOf(email) })).resolves.toMatchObject({
    state: 'waiting',
  });
});

test('of two seeds that are connected at once the last place takes one', async () => {
  const { world } = placement;
  const who = await world.main.signIn();
  await world.main.test.query(
    `
      insert into placement_seed (email, provider, region, imap, sealed_password, is_active, owner_workspace_id)
      select 'full-' || n || '@seeds.test', 'P', 'R', '{"host":"h","port":1,"portType":"SSL"}', '', false, $1
      from generate_series(1, 199) n
    `,
    [who.workspaceId],
  );
  const names = ['last-1@seeds.test', 'last-2@seeds.test'];
  for (const email of names) await addMailbox(email);
  const tried = await Promise.allSettled(names.map((email) => seedsOf(who).addOwnSeed({ body: seedOf(email) })));
  expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(tried.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'LIMIT_REACHED' } });
  await world.main.test.query('delete from placement_seed where owner_workspace_id = $1', [who.workspaceId]);
});

test('two processes that renew at once both get a token that works', async () => {
  const email = 'grant@seeds.test';
  await addMailbox(email);
  const { id } = await operators().addSeed({ body: seedOf(email, byGrant(email)) });
  const { test: database } = placement.world.main;
  const [stored] = await database.query<StoredSeed & { renewing_until: Date | null }>(
    'select id, email, imap, auth_method, sealed_password, renewing_until from placement_seed where id = $1',
    [id],
  );
  /** As another process has it: with the same database and memory of its own. */
  const tokenOf = (rules = placement.deps.rules) => {
    const db = { ...placement.deps.db };
    const { credential } = serverOfSeed({ db, vault: placement.deps.vault, rules }, stored as StoredSeed);
    return (credential as Extract<Credential, { kind: 'xoauth2' }>).accessToken();
  };
  const given = await Promise.all([tokenOf(), tokenOf(), tokenOf()]);
  expect(given.map((token) => tokens.verifyToken(email, token))).toEqual([true, true, true]);
  const [after] = await database.query<{ renewing_until: Date | null }>(
    'select renewing_until from placement_seed where id = $1',
    [id],
  );
  expect(after).toEqual({ renewing_until: null });
  await operators().deleteSeed({ params: { placementSeedId: id } });
  await expect(tokenOf()).rejects.toThrow(/there is no consent any more/);
});

test('the version before chooses no seed that it cannot keep to its workspace or cannot read', async () => {
  const { test: database } = placement.world.main;
  const emails = ['theirs@before.test', 'granted@before.test', 'plain@before.test'] as const;
  for (const email of emails) await addMailbox(email);
  await operators().addSeed({ body: { ...seedOf(emails[0]), workspace_id: stranger.workspaceId } });
  await operators().addSeed({ body: seedOf(emails[1], byGrant(emails[1])) });
  await operators().addSeed({ body: seedOf(emails[2]) });
  const before = () =>
    database.query<{ email: string }>(
      `select email from placement_seed where is_active and email like '%@before.test' order by email`,
    );
  expect(await before()).toEqual([{ email: 'plain@before.test' }]);
  const { rows } = await operators().listSeeds({});
  expect(rows.filter(({ email }) => email.endsWith('@before.test')).map(({ is_active }) => is_active)).toEqual([
    ...[true, true, true],
  ]);
  for (const email of emails.slice(0, 2))
    await expect(
      database.query('update placement_seed set is_active = true where email = $1', [email]),
    ).rejects.toThrow(/placement_seed_is_active_check/);
  await expect(
    database.query('update placement_seed set proved_at = null where email = $1', [emails[0]]),
  ).rejects.toThrow(/placement_seed_in_use_check/);

  // Stand-ins that are registered under such an address log in by password, for everybody.
  const sealed = placement.deps.vault.seal('right-password', `placement-seed:${emails[1]}`);
  await placement.deps.db.systemSql((sql) =>
    registerSeeds(sql, false, [
      {
        ...{ email: emails[1], provider: 'P', region: 'R', is_sandbox: false, sealed_password: sealed },
        imap: { host: '127.0.0.1', port: placement.world.mail.imap.port, portType: 'TLS' },
      },
    ]),
  );
  const [registered] = await database.query(
    'select auth_method, owner_workspace_id, is_active, in_use from placement_seed where email = $1',
    [emails[1]],
  );
  expect(registered).toEqual({ auth_method: 'PASSWORD', owner_workspace_id: null, is_active: true, in_use: false });
});

test('in the database a workspace sees its own seeds and shared ones, no login, and writes none', async () => {
  const { world, deps } = placement;
  for (const email of ['mine@rows.test', 'others@rows.test']) await addMailbox(email);
  await operators().addSeed({ body: { ...seedOf('mine@rows.test'), workspace_id: world.me.workspaceId } });
  await operators().addSeed({ body: { ...seedOf('others@rows.test'), workspace_id: stranger.workspaceId } });
  const asMe = <Row extends object>(text: string) =>
    deps.db.tenantSql(world.me.workspaceId, async (sql) => (await sql.query<Row>(text)).rows);
  const seen = await asMe<{ email: string; owner_workspace_id: number | null }>(
    'select email, owner_workspace_id from placement_seed',
  );
  expect(new Set(seen.map(({ owner_workspace_id: owner }) => owner))).toEqual(new Set([null, world.me.workspaceId]));
  expect(seen.map(({ email }) => email)).toContain('mine@rows.test');
  for (const column of ['sealed_password', 'code_hash', 'imap', '*'])
    await expect(asMe(`select ${column} from placement_seed`)).rejects.toThrow(/permission denied/);
  await expect(asMe(`update placement_seed set problem = 'x'`)).rejects.toThrow(/permission denied/);
  await expect(asMe('delete from placement_seed')).rejects.toThrow(/permission denied/);
});
