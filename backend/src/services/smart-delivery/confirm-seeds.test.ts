import { createClient } from '@skein/contracts/client';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import { openImap } from '#platform/mail/open-imap';
import { createManualClock } from '#platform/testing/manual-clock';
import type { SignedIn } from '#main/testing';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { createSelfSignedCertificate } from '#sandbox/mail-world/self-signed-certificate';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { confirmDueSeeds } from './confirm-seeds';
import { createPlacementWorld, type PlacementWorld } from './testing';

let placement: PlacementWorld;
/** An IMAP server that lets in whoever its owner wants, under any address. */
let pretender: MailWorld;
let other: SignedIn;

beforeAll(async () => {
  placement = await createPlacementWorld(undefined, {
    mail: { tls: { ...createSelfSignedCertificate(), implicit: false } },
  });
  pretender = await startMailWorld({
    store: createMemoryMailStore(),
    clock: createManualClock(Date.parse('2026-11-16T08:00:00Z')),
    seed: 'pretender',
    mode: 'stepped',
    tls: { ...createSelfSignedCertificate(), implicit: false },
  });
  other = await placement.world.main.signIn();
});
afterAll(async () => {
  await pretender.close();
  await placement.world.close();
});

const seedsOf = (who: SignedIn) => createClient(seedsContract, placement.transportOf({ ...who.headers }));
const seedOf = (email: string, mail: MailWorld = placement.world.mail) => ({
  ...{ email, provider: 'Own', region: 'Europe', host: '127.0.0.1', port: mail.imap.port },
  ...{ security: 'STARTTLS' as const, password: 'right-password' },
});
const addMailbox = (email: string, mail: MailWorld = placement.world.mail) =>
  mail.createMailbox({ email, password: 'right-password' });
const stateOf = async (who: SignedIn, id: number) =>
  (await seedsOf(who).ownSeeds({})).rows.find((row) => row.id === id);
const chosen = async (who: SignedIn) =>
  (await placement.clientOf({ ...who.headers }).choices({})).seeds.filter(({ own }) => own > 0);
/** Codes age by so many minutes. The clock would end the sessions of the people as well. */
const pass = (minutes: number) =>
  placement.world.main.test.query(
    `
      update placement_seed
      set code_mailed_at = code_mailed_at - make_interval(mins => $1),
        code_look_at = code_look_at - make_interval(mins => $1)
    `,
    [minutes],
  );
async function look(): Promise<void> {
  await pass(1);
  await confirmDueSeeds(placement.deps);
}
/** Subjects in the inbox of a mailbox. */
async function subjectsIn(email: string, mail: MailWorld = placement.world.mail): Promise<string[]> {
  const client = await openImap(
    {
      ...{ host: '127.0.0.1', port: mail.imap.port, portType: 'TLS', username: email },
      credential: { kind: 'password', password: 'right-password' },
    },
    placement.deps.rules,
  );
  try {
    await client.mailboxOpen('INBOX');
    const mails = await client.fetchAll('1:*', { envelope: true });
    return mails.map(({ envelope }) => envelope?.subject ?? '');
  } finally {
    await client.logout();
  }
}

test('an address that a workspace names without owning it is never written to and keeps its owner out of nothing', async () => {
  const { world } = placement;
  const email = 'victim@elsewhere.test';
  await addMailbox(email);
  await addMailbox(email, pretender);
  const claim = await seedsOf(world.me).addOwnSeed({ body: seedOf(email, pretender) });
  expect(claim).toMatchObject({ state: 'waiting', is_active: false });
  // The code is in the mailbox of the address, which the login of the claim does not open.
  expect(await subjectsIn(email)).toEqual([expect.stringMatching(/^Confirm your seed mailbox: [0-9a-f]{32}$/)]);
  for (let looks = 0; looks < 5; looks++) await look();
  expect(await stateOf(world.me, claim.id)).toMatchObject({ state: 'waiting', problem: null });
  const params = { placementSeedId: claim.id };
  expect(await seedsOf(world.me).checkOwnSeed({ params, body: {} })).toMatchObject({ state: 'waiting' });
  await expect(seedsOf(world.me).setOwnSeedActive({ params, body: { is_active: true } })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/is waiting for its code/),
  });
  expect(await chosen(world.me)).toEqual([]);

  // Its owner connects it as a mailbox that sends, and as a seed.
  const mailbox = await world.main.asClient(mailboxesContract, other).create({
    body: {
      ...{ from_name: 'Victim', from_email: email, username: email, password: 'right-password' },
      ...{ smtp_host: '127.0.0.1', smtp_port: world.mail.smtp.port, smtp_port_type: 'TLS' },
      ...{ imap_host: '127.0.0.1', imap_port: world.mail.imap.port, imap_port_type: 'TLS' },
    },
  });
  await world.main.asClient(mailboxesContract, other).remove({ params: { mailboxId: mailbox.mailbox.id } });
  const owned = await seedsOf(other).addOwnSeed({ body: seedOf(email) });
  expect(await stateOf(world.me, claim.id)).toBeUndefined();
  await look();
  expect(await stateOf(other, owned.id)).toMatchObject({ state: 'active', is_active: true, code_until: null });
  expect(await chosen(other)).toMatchObject([{ own: 1 }]);
  await expect(seedsOf(world.me).addOwnSeed({ body: seedOf(email, pretender) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `${email} can’t be a seed. Connect another mailbox.`,
  });
  await seedsOf(other).deleteOwnSeed({ params: { placementSeedId: owned.id } });
});

test('a code serves its own workspace alone, for a day, and only the newest of them', async () => {
  const { world } = placement;
  const email = 'codes@elsewhere.test';
  await addMailbox(email);
  await addMailbox(email, pretender);
  const own = seedsOf(world.me);
  const seed = await own.addOwnSeed({ body: seedOf(email, pretender) });
  const params = { placementSeedId: seed.id };
  await expect(own.mailOwnSeedCode({ params, body: {} })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(seedsOf(other).mailOwnSeedCode({ params, body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const copy = async (subject: string) => {
    // The pretender gets hold of a code.
    const client = await openImap(
      {
        ...{ host: '127.0.0.1', port: pretender.imap.port, portType: 'TLS', username: email },
        credential: { kind: 'password', password: 'right-password' },
      },
      placement.deps.rules,
    );
    await client.append('INBOX', `Subject: ${subject}\r\n\r\nhello\r\n`);
    await client.logout();
  };
  await pass(1);
  await own.mailOwnSeedCode({ params, body: {} });
  const [first, second] = (await subjectsIn(email)) as [string, string];
  expect(first).not.toBe(second);
  await copy(first);
  await copy('Confirm your seed mailbox: 0123456789abcdef0123456789abcdef');
  await look();
  expect(await stateOf(world.me, seed.id)).toMatchObject({ state: 'waiting' });

  // The same code for another workspace.
  await seedsOf(other).addOwnSeed({ body: seedOf(email, pretender) });
  await copy(second);
  await look();
  expect((await seedsOf(other).ownSeeds({})).rows).toMatchObject([{ email, state: 'waiting' }]);
  const [mine] = (await seedsOf(other).ownSeeds({})).rows;
  await seedsOf(other).deleteOwnSeed({ params: { placementSeedId: mine?.id as number } });

  // One that is too old.
  const again = await own.addOwnSeed({ body: seedOf(email, pretender) });
  const late = (await subjectsIn(email)).at(-1) as string;
  await pass(25 * 60);
  await copy(late);
  await look();
  expect(await own.checkOwnSeed({ params: { placementSeedId: again.id }, body: {} })).toMatchObject({
    state: 'waiting',
  });
  // No more than five a day for one seed.
  const mails = async () => {
    await pass(2);
    return own.mailOwnSeedCode({ params: { placementSeedId: again.id }, body: {} });
  };
  await mails();
  await mails();
  await expect(mails()).rejects.toMatchObject({ code: 'RATE_LIMITED', message: expect.stringMatching(/tomorrow/) });
  // The newest one confirms, by a check as well.
  await copy((await subjectsIn(email)).at(-1) as string);
  expect(await own.checkOwnSeed({ params: { placementSeedId: again.id }, body: {} })).toMatchObject({
    ...{ state: 'active', is_active: true, problem: null },
  });
  await expect(own.mailOwnSeedCode({ params: { placementSeedId: again.id }, body: {} })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  // Another server of the same address has to find a code of its own.
  expect(await own.addOwnSeed({ body: seedOf(email) })).toMatchObject({ id: again.id, state: 'waiting' });
  const [stored] = await world.main.test.query<{ code_hash: string | null }>(
    'select code_hash from placement_seed where id = $1',
    [again.id],
  );
  expect((await subjectsIn(email)).join(' ')).not.toContain(stored?.code_hash ?? 'none');
  await own.deleteOwnSeed({ params: { placementSeedId: again.id } });
});

test('what an address is to others is told, in one sentence, only to the workspace that has proved to own it', async () => {
  const { world } = placement;
  const { test: database } = world.main;
  const emails = ['sends@elsewhere.test', 'pool@elsewhere.test'];
  for (const email of emails) await addMailbox(email);
  await database.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      values ($1, 'S', 'sends@elsewhere.test', '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u')
    `,
    [other.workspaceId],
  );
  await database.query(
    `insert into warmup_pool_member (email, name, pool, servers, sealed_password) values ('pool@elsewhere.test', 'P', 'own', '{}', '')`,
  );
  for (const email of emails)
    expect(await seedsOf(world.me).addOwnSeed({ body: seedOf(email) })).toMatchObject({
      ...{ state: 'waiting', problem: null },
    });
  await look();
  const { rows } = await seedsOf(world.me).ownSeeds({});
  expect(rows.map(({ email, state, problem }) => [email, state, problem])).toEqual(
    [...emails].sort().map((email) => [email, 'waiting', `${email} can’t be a seed. Connect another mailbox.`]),
  );
  for (const { id } of rows) await seedsOf(world.me).deleteOwnSeed({ params: { placementSeedId: id } });
});

test('a claim of a workspace keeps no operator from the address either', async () => {
  const { world } = placement;
  const email = 'claimed@elsewhere.test';
  await addMailbox(email);
  await seedsOf(world.me).addOwnSeed({ body: seedOf(email) });
  const operator = await world.main.signIn({ isOperator: true, email: 'ops@installation.test' });
  const seeds = createClient(operatorSeedsContract, placement.transportOf({ ...operator.headers }));
  expect(await seeds.addSeed({ body: seedOf(email) })).toMatchObject({ workspace: null, state: 'active' });
  expect((await seedsOf(world.me).ownSeeds({})).rows).toEqual([]);
  const [row] = await world.main.test.query(
    'select code_hash, is_active, in_use from placement_seed where email = $1',
    [email],
  );
  expect(row).toEqual({ code_hash: null, is_active: true, in_use: false });
});
