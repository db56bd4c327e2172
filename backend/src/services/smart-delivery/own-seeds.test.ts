import { createClient } from '@skein/contracts/client';
import { auditContract } from '@skein/contracts/main/audit.contract';
import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import type { SignedIn } from '#main/testing';
import { createSelfSignedCertificate } from '#sandbox/mail-world/self-signed-certificate';
import { startTokenServer, type RunningTokenServer } from '#sandbox/mail-world/token-server';
import { confirmDueSeeds } from './confirm-seeds';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let tokens: RunningTokenServer;
let operator: SignedIn;
let stranger: SignedIn;
let sender: number;

const seedsOf = (who: SignedIn) => createClient(seedsContract, placement.transportOf({ ...who.headers }));
const operators = () => createClient(operatorSeedsContract, placement.transportOf({ ...operator.headers }));
const host = () => ({
  host: '127.0.0.1',
  port: placement.world.mail.imap.port,
  security: 'STARTTLS' as const,
  region: 'Europe',
});
const seedOf = (email: string, more: object = {}) => ({
  ...{ email, provider: 'Own', ...host(), password: 'right-password' },
  ...more,
});
const addMailbox = (email: string) => placement.world.mail.createMailbox({ email, password: 'right-password' });
const grantOf = (email: string) => ({
  token_url: tokens.url,
  client_id: 'skein',
  client_secret: 'client-secret',
  refresh_token: tokens.grant(email),
});
/** Connects a seed, and has its code looked for, as happens within a minute. */
async function connectConfirmed(who: SignedIn, body: ReturnType<typeof seedOf>) {
  const { realClock } = placement.world.main;
  const { id } = await seedsOf(who).addOwnSeed({ body });
  realClock.set(realClock.now() + minute);
  await confirmDueSeeds(placement.deps);
  return (await seedsOf(who).ownSeeds({})).rows.find((row) => row.id === id);
}
/** A test of the first workspace's mailbox to all seeds of one provider. @returns its report once all was looked for */
async function testOf(provider: string) {
  const client = placement.clientOf({ ...placement.world.me.headers });
  const { id } = await client.addTest({
    body: {
      ...{ name: provider, type: 'manual', subject: 'A question', body_text: 'Hello. Unsubscribe at any time.' },
      ...{ sender_ids: [sender], providers: [provider] },
    },
  });
  await placement.runFor(20);
  return client.report({ params: { placementTestId: id } });
}

beforeAll(async () => {
  tokens = await startTokenServer({
    ...{ host: '127.0.0.1', port: 0, clientId: 'skein', clientSecret: 'client-secret' },
    // The refresh token is replaced each time, and an access token is used for a moment only.
    ...{ lifetimeSeconds: 1, isOneUse: true, now: () => 0 },
  });
  placement = await createPlacementWorld(undefined, {
    mail: { tls: { ...createSelfSignedCertificate(), implicit: false }, verifyToken: tokens.verifyToken },
  });
  const { main } = placement.world;
  operator = await main.signIn({ isOperator: true, email: 'ops@installation.test' });
  stranger = await main.signIn();
  sender = await placement.world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 1 });
});
afterAll(async () => {
  await placement.world.close();
  await tokens.close();
});

test('a workspace connects a seed once its login works; its tests alone write to it, and nobody else sees it', async () => {
  const { world } = placement;
  const own = seedsOf(world.me);
  await addMailbox('own@seeds.test');
  await expect(own.addOwnSeed({ body: seedOf('own@seeds.test', { password: 'wrong' }) })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'password' }],
  });
  expect((await own.ownSeeds({})).rows).toEqual([]);
  const added = await own.addOwnSeed({ body: seedOf('own@seeds.test') });
  expect(added).toMatchObject({ email: 'own@seeds.test', auth_method: 'PASSWORD', state: 'waiting', problem: null });
  expect(JSON.stringify(added)).not.toContain('right-password');

  const choices = async (who: SignedIn) =>
    (await placement.clientOf({ ...who.headers }).choices({})).seeds.filter(({ provider }) => provider === 'Own');
  expect(await choices(world.me)).toEqual([]);
  expect(await connectConfirmed(world.me, seedOf('own@seeds.test'))).toMatchObject({
    ...{ id: added.id, state: 'active', is_active: true, problem: null, code_until: null },
  });
  expect(await choices(world.me)).toMatchObject([{ region: 'Europe', count: 1, own: 1 }]);
  expect(await choices(stranger)).toEqual([]);
  expect((await seedsOf(stranger).ownSeeds({})).rows).toEqual([]);
  const params = { placementSeedId: added.id };
  await expect(seedsOf(stranger).checkOwnSeed({ params, body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(seedsOf(stranger).setOwnSeedActive({ params, body: { is_active: false } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(seedsOf(stranger).deleteOwnSeed({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await operators().listSeeds({})).rows.find(({ id }) => id === added.id)?.workspace?.id).toBe(
    world.me.workspaceId,
  );

  const report = await testOf('Own');
  expect(report.mails).toMatchObject([{ provider: 'Own', state: 'SENT', landed: 'INBOX' }]);
  // A run of a test that names it, as it could have been before it was somebody's own.
  await world.main.test.query('update placement_test set seed_ids = array[$1::int], workspace_id = workspace_id', [
    added.id,
  ]);
  await world.main.test.query('update placement_seed set owner_workspace_id = $2 where id = $1', [
    added.id,
    stranger.workspaceId,
  ]);
  const client = placement.clientOf({ ...world.me.headers });
  const { id } = (await client.tests({ query: {} })).rows[0] as { id: number };
  await client.runAgain({ params: { placementTestId: id } });
  expect((await client.report({ params: { placementTestId: id } })).latest.mails).toBe(0);
  await world.main.test.query('update placement_seed set owner_workspace_id = $2 where id = $1', [
    added.id,
    world.me.workspaceId,
  ]);

  await own.setOwnSeedActive({ params, body: { is_active: false } });
  expect(await choices(world.me)).toEqual([]);
  await own.deleteOwnSeed({ params });
  expect((await own.ownSeeds({})).rows).toEqual([]);
  const { rows: entries } = await world.main.asClient(auditContract, world.me).listEntries({ query: {} });
  expect(
    entries.filter(({ kind }) => kind === 'placement-seed').map(({ action, person }) => [action, person?.id]),
  ).toEqual([
    ['deleted', world.me.userId],
    ['changed', world.me.userId],
    // Found by the product itself.
    ['changed', undefined],
    ['created', world.me.userId],
    ['created', world.me.userId],
  ]);
});

test('a seed signs in with the grant of an OAuth client, is read by its runs, and keeps the refresh token it is given', async () => {
  const { world } = placement;
  const own = seedsOf(world.me);
  await addMailbox('oauth@seeds.test');
  const oauth = grantOf('oauth@seeds.test');
  const body = seedOf('oauth@seeds.test', { provider: 'Consent', password: undefined, oauth });
  for (const wrong of [{ ...body, oauth: { ...oauth, refresh_token: 'of nobody' } }])
    await expect(own.addOwnSeed({ body: wrong })).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ field: 'oauth.refresh_token' }],
    });
  await expect(own.addOwnSeed({ body: { ...body, oauth: undefined } })).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(own.addOwnSeed({ body: { ...body, password: 'right-password' } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
  const seed = await own.addOwnSeed({ body });
  expect(seed).toMatchObject({ auth_method: 'XOAUTH2', provider: 'Consent', state: 'waiting', problem: null });
  const stored = async () =>
    (
      await world.main.test.query<{ sealed_password: Buffer }>(
        'select sealed_password from placement_seed where id = $1',
        [seed.id],
      )
    )[0]?.sealed_password as Buffer;
  const tokenOf = async () =>
    (
      JSON.parse(placement.deps.vault.open(await stored(), 'placement-seed-grant:oauth@seeds.test')) as {
        refresh_token: string;
      }
    ).refresh_token;
  expect((await stored()).toString('latin1')).not.toMatch(/client-secret|refresh_token/);
  // The version before would send it to the mail server as a password.
  const sealed = await stored();
  expect(() => placement.deps.vault.open(sealed, 'placement-seed:oauth@seeds.test')).toThrow(/does not open/);
  const first = await tokenOf();
  expect(first).not.toBe(oauth.refresh_token);
  const params = { placementSeedId: seed.id };
  expect(await own.checkOwnSeed({ params, body: {} })).toMatchObject({ state: 'active', problem: null });
  expect(await tokenOf()).not.toBe(first);

  const report = await testOf('Consent');
  expect(report.mails).toMatchObject([{ provider: 'Consent', landed: 'INBOX' }]);
  expect(await own.checkOwnSeed({ params, body: {} })).toMatchObject({ problem: null });

  tokens.revoke('oauth@seeds.test');
  const { problem } = await own.checkOwnSeed({ params, body: {} });
  expect(problem).toMatch(/refused the refresh token/);
  expect((await own.ownSeeds({})).rows[0]?.problem).toBe(problem);
  // Signed in again, it is read again.
  const again = await own.addOwnSeed({ body: { ...body, oauth: grantOf('oauth@seeds.test') } });
  expect(again).toMatchObject({ id: seed.id, state: 'active', problem: null });
  expect(await own.checkOwnSeed({ params, body: {} })).toMatchObject({ problem: null });
  await own.deleteOwnSeed({ params });
});

test('many seeds are connected at once, and one that is refused keeps none of the others out', async () => {
  const { world } = placement;
  const own = seedsOf(world.me);
  const names = ['first@many.test', 'second@many.test'];
  for (const email of names) await addMailbox(email);
  const tried = await own.addOwnSeeds({
    body: {
      seeds: [
        seedOf('first@many.test', { provider: 'Many' }),
        seedOf('second@many.test', { password: 'wrong' }),
        seedOf('second@many.test', { provider: 'Many' }),
        seedOf('rosa@northlight.test'),
      ],
    },
  });
  expect(tried.rows).toMatchObject([
    { email: 'first@many.test', provider: 'Many', problem: null },
    { email: 'second@many.test', provider: null, problem: expect.stringMatching(/did not work/) },
    { email: 'second@many.test', provider: 'Many', problem: null },
    { email: 'rosa@northlight.test', problem: expect.stringMatching(/sends emails for a workspace/) },
  ]);
  const { rows } = await own.ownSeeds({});
  expect(rows.filter(({ provider }) => provider === 'Many')).toMatchObject([
    { email: 'first@many.test', security: 'STARTTLS', state: 'waiting' },
    { email: 'second@many.test', security: 'STARTTLS', state: 'waiting' },
  ]);
  expect((await operators().listSeeds({})).rows.filter(({ email }) => names.includes(email))).toMatchObject([
    { workspace: { id: world.me.workspaceId } },
    { workspace: { id: world.me.workspaceId } },
  ]);
  for (const { id } of rows) await own.deleteOwnSeed({ params: { placementSeedId: id } });
});

test('an operator keeps a seed for one workspace, and nobody takes a seed of somebody else', async () => {
  const { world } = placement;
  await addMailbox('kept@seeds.test');
  await expect(
    operators().addSeed({ body: { ...seedOf('kept@seeds.test'), workspace_id: 999_999 } }),
  ).rejects.toMatchObject({ code: 'VALIDATION', details: [{ field: 'workspace_id' }] });
  const kept = await operators().addSeed({
    body: { ...seedOf('kept@seeds.test'), workspace_id: stranger.workspaceId },
  });
  expect(kept).toMatchObject({ workspace: { id: stranger.workspaceId }, state: 'active' });
  expect((await seedsOf(stranger).ownSeeds({})).rows.map(({ id }) => id)).toEqual([kept.id]);

  await expect(seedsOf(world.me).addOwnSeed({ body: seedOf('kept@seeds.test') })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'kept@seeds.test can’t be a seed. Connect another mailbox.',
    details: [{ field: 'email' }],
  });
  await expect(operators().addSeed({ body: seedOf('kept@seeds.test') })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await operators().listSeeds({})).rows.find(({ id }) => id === kept.id)?.workspace?.id).toBe(
    stranger.workspaceId,
  );
  // Deleted, it is free for whoever has its password, unless results of others name it.
  await seedsOf(stranger).deleteOwnSeed({ params: { placementSeedId: kept.id } });
  const [named] = await world.main.test.query<{ id: number }>('select id from placement_run order by id limit 1');
  await world.main.test.query(
    `
      insert into placement_mail (workspace_id, run_id, mailbox_id, seed_id, send_at, token, message_id, state)
      values ($1, $2, $3, $4, now(), 'of-others', 'of-others', 'SENT')
    `,
    [world.me.workspaceId, named?.id, sender, kept.id],
  );
  await expect(seedsOf(stranger).addOwnSeed({ body: seedOf('kept@seeds.test') })).resolves.toMatchObject({
    id: kept.id,
  });
  await seedsOf(stranger).deleteOwnSeed({ params: { placementSeedId: kept.id } });
  const third = await world.main.signIn();
  await expect(seedsOf(third).addOwnSeed({ body: seedOf('kept@seeds.test') })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(seedsOf(world.me).addOwnSeed({ body: seedOf('kept@seeds.test') })).resolves.toMatchObject({
    id: kept.id,
  });
});

test('a lead, a sender or a blocked address of the workspace is no seed of it, and uses up no refresh token', async () => {
  const { world } = placement;
  const { test: database } = world.main;
  for (const email of ['lead@seeds.test', 'blocked@seeds.test', 'gone@blocked.test']) await addMailbox(email);
  await database.query(`insert into lead (workspace_id, email, domain) values ($1, 'lead@seeds.test', 'seeds.test')`, [
    world.me.workspaceId,
  ]);
  await database.query(
    `insert into suppression (workspace_id, kind, value) values ($1, 'email', 'blocked@seeds.test'), ($1, 'domain', 'blocked.test')`,
    [world.me.workspaceId],
  );
  const own = seedsOf(world.me);
  const given = tokens.given();
  for (const [email, why] of [
    ['lead@seeds.test', /is a lead/],
    ['blocked@seeds.test', /block list/],
    ['gone@blocked.test', /block list/],
    ['rosa@northlight.test', /sends emails/],
  ] as const) {
    const body = seedOf(email, { password: undefined, oauth: grantOf(email) });
    await expect(own.addOwnSeed({ body })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(why),
    });
  }
  expect(tokens.given()).toBe(given);
  // The block list and the leads of others do not matter.
  expect(await connectConfirmed(stranger, seedOf('lead@seeds.test'))).toMatchObject({ state: 'active' });
  expect(await connectConfirmed(stranger, seedOf('blocked@seeds.test'))).toMatchObject({ state: 'active' });
});
