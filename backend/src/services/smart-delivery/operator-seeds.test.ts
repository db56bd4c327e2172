import { createClient } from '@skein/contracts/client';
import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { createManualClock } from '#platform/testing/manual-clock';
import { createSelfSignedCertificate } from '#sandbox/mail-world/self-signed-certificate';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
/** The server of the seed, which speaks STARTTLS. */
let provider: MailWorld;
let operator: { headers: Record<string, string> };
const email = 'seed@gmail.test';
const clientOf = (headers: Record<string, string>) =>
  createClient(operatorSeedsContract, placement.transportOf(headers));
const seedOf = (more: object = {}) => ({
  email,
  provider: 'Gmail',
  region: 'Europe',
  kind: 'business' as const,
  host: '127.0.0.1',
  port: provider.imap.port,
  security: 'STARTTLS' as const,
  password: 'secret',
  ...more,
});

beforeAll(async () => {
  placement = await createPlacementWorld();
  operator = await placement.world.main.signIn({ isOperator: true, email: 'ops@installation.test' });
  provider = await startMailWorld({
    store: createMemoryMailStore(),
    clock: createManualClock(Date.parse('2026-11-16T08:00:00Z')),
    seed: 'seeds',
    mode: 'stepped',
    tls: { ...createSelfSignedCertificate(), implicit: false },
  });
  await provider.createMailbox({ email, password: 'secret' });
});
afterAll(async () => {
  await provider.close();
  await placement.world.close();
});

const log = () =>
  placement.world.main.test.query<{ actor: string; action: string; about_email: string }>(
    'select actor, action, about_email from operator_action order by id',
  );

test('only operators reach seeds, and only in a browser', async () => {
  const owner = clientOf(placement.world.me.headers);
  await expect(owner.listSeeds({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(owner.addSeed({ body: seedOf() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(clientOf({}).listSeeds({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('a seed is kept once its login works, with its password sealed and never answered', async () => {
  const seeds = clientOf(operator.headers);
  await expect(seeds.addSeed({ body: seedOf({ password: 'wrong' }) })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'password' }],
  });
  await expect(seeds.addSeed({ body: seedOf({ port: 1 }) })).rejects.toMatchObject({ details: [{ field: 'host' }] });
  expect((await seeds.listSeeds({})).rows.filter((row) => !row.is_sandbox)).toEqual([]);

  const added = await seeds.addSeed({ body: seedOf() });
  expect(added).toMatchObject({ email, provider: 'Gmail', kind: 'business', is_active: true, problem: null });
  expect(added.checked_at).not.toBeNull();
  expect(JSON.stringify((await seeds.listSeeds({})).rows)).not.toMatch(/password|secret/);
  expect(await log()).toEqual([{ actor: 'ops@installation.test', action: 'seed-added', about_email: email }]);

  await placement.world.connect('rosa@northlight.test');
  await expect(seeds.addSeed({ body: seedOf({ email: 'rosa@northlight.test' }) })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('the provider comes from the MX records of the domain, and is asked for where they do not tell it', async () => {
  const seeds = clientOf(operator.headers);
  await provider.createMailbox({ email: 'seed@hosted.test', password: 'secret' });
  await provider.createMailbox({ email: 'seed@own-server.test', password: 'secret' });
  placement.zone.mx['hosted.test'] = [{ exchange: 'alt1.aspmx.l.google.com', priority: 5 }];
  const unnamed = (address: string) => ({ body: seedOf({ email: address, provider: undefined }) });
  const added = await seeds.addSeed(unnamed('seed@hosted.test'));
  expect(added.provider).toBe('Gmail');
  await seeds.deleteSeed({ params: { placementSeedId: added.id } });
  await expect(seeds.addSeed(unnamed('seed@own-server.test'))).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'provider' }],
  });
});

test('the region comes from the country of the MX hosts, and is asked for where they have none', async () => {
  const seeds = clientOf(operator.headers);
  await provider.createMailbox({ email: 'seed@in-europe.test', password: 'secret' });
  placement.zone.mx['in-europe.test'] = [{ exchange: 'mx.zoho.eu', priority: 10 }];
  const unplaced = (address: string) => ({
    body: seedOf({ email: address, provider: undefined, region: undefined }),
  });
  const added = await seeds.addSeed(unplaced('seed@in-europe.test'));
  expect(added).toMatchObject({ provider: 'Zoho', region: 'Europe' });
  await seeds.deleteSeed({ params: { placementSeedId: added.id } });
  await expect(seeds.addSeed(unplaced('seed@hosted.test'))).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'region' }],
  });
});

test('many are connected at once, and each that is refused says why', async () => {
  const seeds = clientOf(operator.headers);
  const many = Array.from({ length: 12 }, (_, index) => `many-${index}@zoho.test`);
  for (const address of many) await provider.createMailbox({ email: address, password: 'secret' });
  const { test: database } = placement.world.main;
  await database.query(
    `insert into lead (workspace_id, email, domain) values ($1, 'lead@prospects.test', 'prospects.test')`,
    [placement.world.me.workspaceId],
  );
  await database.query(
    `insert into warmup_pool_member (email, name, pool, servers, sealed_password) values ('partner@pool.test', 'P', 'own', '{}', '')`,
  );
  const { rows } = await seeds.addSeeds({
    body: {
      seeds: [
        ...many.map((address) => seedOf({ email: address, provider: 'Zoho' })),
        seedOf({ email: 'wrong@zoho.test', password: 'Wrong-password' }),
        seedOf({ email: 'rosa@northlight.test' }),
        seedOf({ email: 'lead@prospects.test' }),
        seedOf({ email: 'partner@pool.test' }),
      ],
    },
  });
  expect(rows.map((row) => row.email)).toEqual([
    ...many,
    'wrong@zoho.test',
    'rosa@northlight.test',
    'lead@prospects.test',
    'partner@pool.test',
  ]);
  expect(rows.slice(0, 12).every((row) => row.provider === 'Zoho' && row.problem === null)).toBe(true);
  expect(rows[12]?.problem).toMatch(/^The login did not work/);
  expect(rows[13]?.problem).toMatch(/sends emails for a workspace/);
  expect(rows[14]?.problem).toMatch(/is a lead of a workspace/);
  expect(rows[15]?.problem).toMatch(/is in the warmup pool/);
  const listed = (await seeds.listSeeds({})).rows.filter((row) => row.provider === 'Zoho');
  expect(listed).toHaveLength(12);
  const everything = await placement.world.main.test.query('select * from operator_action');
  expect(JSON.stringify([rows, everything])).not.toMatch(/secret|Wrong-password/);
  for (const { id } of listed) await seeds.deleteSeed({ params: { placementSeedId: id } });
  await placement.world.main.test.query(`delete from operator_action where about_email <> $1`, [email]);
});

test('a mailbox that sends is not enabled as a seed again', async () => {
  const seeds = clientOf(operator.headers);
  await provider.createMailbox({ email: 'turned@gmail.test', password: 'secret' });
  const { id } = await seeds.addSeed({ body: seedOf({ email: 'turned@gmail.test' }) });
  const params = { placementSeedId: id };
  await seeds.setSeedActive({ params, body: { is_active: false } });
  // As before disabled seeds were refused as senders.
  await placement.world.main.test.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      values ($1, 'Turned', 'turned@gmail.test', '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u')
    `,
    [placement.world.me.workspaceId],
  );
  await expect(seeds.setSeedActive({ params, body: { is_active: true } })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await seeds.listSeeds({})).rows.find((row) => row.id === id)?.is_active).toBe(false);
  await seeds.deleteSeed({ params });
  await placement.world.main.test.query('delete from mailbox where from_email = $1', ['turned@gmail.test']);
  await placement.world.main.test.query('delete from operator_action where about_email <> $1', [email]);
});

test('a check says what keeps a seed from being read', async () => {
  const seeds = clientOf(operator.headers);
  const row = (await seeds.listSeeds({})).rows.find((each) => each.email === email);
  const params = { placementSeedId: row?.id as number };
  expect(await seeds.checkSeed({ params, body: {} })).toMatchObject({ problem: null });
  await placement.world.main.test.query(`update placement_seed set imap = imap || '{"port": 1}' where id = $1`, [
    row?.id,
  ]);
  const { problem } = await seeds.checkSeed({ params, body: {} });
  expect(problem).not.toBeNull();
  expect((await seeds.listSeeds({})).rows.find((each) => each.email === email)?.problem).toBe(problem);
});

test('a run ends without the email of a seed that cannot be read, and operators see why', async () => {
  const { world } = placement;
  const [sender] = await world.main.test.query<{ id: number }>('select id from mailbox order by id limit 1');
  const client = placement.clientOf({ ...world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: 'Unread seed',
      type: 'manual',
      subject: 'A question',
      body_text: 'Hello. Unsubscribe at any time.',
      sender_ids: [sender?.id as number],
      seed_groups: [
        { provider: 'Gmail', region: 'Europe' },
        { provider: 'Zoho stand-in', region: 'Europe' },
      ],
    },
  });
  await placement.runFor(20);
  for (let looks = 0; looks < 12; looks++) {
    await placement.runFor(1);
    world.main.clock.set(world.main.clock.now() + 800 * minute);
  }
  const { latest, mails, status } = await client.report({ params: { placementTestId: id } });
  expect(latest).toMatchObject({ mails: 2, missing: 0, failed: 0, waiting: 0 });
  expect(status).not.toBe('RUNNING');
  expect(mails.find((mail) => mail.provider === 'Gmail')).toMatchObject({
    state: 'CANCELLED',
    landed: null,
    failure_text: 'The seed could not be read.',
  });
  const row = (await clientOf(operator.headers).listSeeds({})).rows.find((each) => each.email === email);
  expect(row?.problem).toMatch(/./);
});

test('a seed that is disabled gets no new run; a deleted one keeps its results and loses its password', async () => {
  const seeds = clientOf(operator.headers);
  const client = placement.clientOf({ ...placement.world.me.headers });
  const counted = async () => (await client.choices({})).seeds.some(({ provider }) => provider === 'Gmail');
  const row = (await seeds.listSeeds({})).rows.find((each) => each.email === email);
  const params = { placementSeedId: row?.id as number };
  expect(await counted()).toBe(true);
  expect(await seeds.setSeedActive({ params, body: { is_active: false } })).toMatchObject({ is_active: false });
  expect(await counted()).toBe(false);
  await seeds.setSeedActive({ params, body: { is_active: true } });
  await seeds.deleteSeed({ params });
  expect(await counted()).toBe(false);
  await expect(seeds.checkSeed({ params, body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const [kept] = await placement.world.main.test.query<{ mails: number; sealed_password: Buffer }>(
    `
      select sealed_password, (select count(*)::int from placement_mail where seed_id = s.id) as mails
      from placement_seed s
      where id = $1
    `,
    [row?.id],
  );
  expect(kept?.mails).toBe(1);
  expect(placement.deps.vault.open(kept?.sealed_password as Buffer, `placement-seed:${email}`)).toBe('');
  expect((await log()).map(({ action }) => action)).toEqual([
    'seed-added',
    'seed-disabled',
    'seed-enabled',
    'seed-deleted',
  ]);
});
