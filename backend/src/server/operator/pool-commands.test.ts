import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVault } from '#platform/crypto/vault';
import { loadMasterKey } from '#platform/crypto/master-key';
import { readPlatformEnvironment } from '#platform/env/env';
import { createSelfSignedCertificate } from '#sandbox/mail-world/self-signed-certificate';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { createManualClock } from '#platform/testing/manual-clock';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { reachPool } from '#services/warmup/reach-pool';
import { runOperatorCommand } from './run-command';

const folder = mkdtempSync(join(tmpdir(), 'skein-pool-'));
const password = join(folder, 'password');
const keyFile = join(folder, 'secrets', 'master.key');
let database: TestDatabase;
let mail: MailWorld;

beforeAll(async () => {
  mkdirSync(join(folder, 'secrets'), { recursive: true, mode: 0o700 });
  loadMasterKey({ file: keyFile, create: true });
  writeFileSync(password, 'secret\n');
  database = await createTestDatabase();
  mail = await startMailWorld({
    store: createMemoryMailStore(),
    clock: createManualClock(Date.parse('2026-11-25T08:00:00Z')),
    seed: 'pool',
    mode: 'stepped',
    tls: { ...createSelfSignedCertificate(), implicit: false },
  });
  // A command believes that it is in a sandbox, where loopback is let in, by the demo's workspace.
  await database.query(`insert into workspace (name, plan_type, is_demo) values ('Demo', 'pro', true)`);
});
afterAll(async () => {
  await mail.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(name: string, ...words: string[]): Promise<string> {
  const lines: string[] = [];
  const environment = readPlatformEnvironment({
    SKEIN_MODE: 'sandbox',
    SKEIN_DATA: folder,
    PUBLIC_URL: 'https://skein.test',
  });
  await runOperatorCommand(name, words, {
    environment: { ...environment, databaseUrl: database.url },
    say: (text) => lines.push(text),
  });
  return lines.join('\n');
}
const optionsOf = (more: Record<string, string> = {}) =>
  Object.entries({
    '--name': 'Ada Holm',
    '--smtp-host': '127.0.0.1',
    '--smtp-port': String(mail.smtp.port),
    '--smtp-security': 'STARTTLS',
    '--imap-host': '127.0.0.1',
    '--imap-port': String(mail.imap.port),
    '--imap-security': 'STARTTLS',
    '--password-file': password,
    ...more,
  }).flat();
const add = (email: string, more: Record<string, string> = {}) => run('add-pool-mailbox', email, ...optionsOf(more));

test('a mailbox of the pool needs an address, its servers and a login that works', async () => {
  await expect(add('nobody')).rejects.toThrow('is not an email address');
  await expect(run('add-pool-mailbox', 'ada@pool.test')).rejects.toThrow('--name is missing');
  await expect(add('ada@pool.test', { '--smtp-security': 'NONE' })).rejects.toThrow('TLS or STARTTLS');
  await expect(add('ada@pool.test', { '--imap-port': '0' })).rejects.toThrow('1 to 65535');
  await mail.createMailbox({ email: 'ada@pool.test', password: 'another' });
  await expect(add('ada@pool.test')).rejects.toThrow(/^SMTP at 127\.0\.0\.1 did not work: /);
  expect(await run('pool')).toMatch(/^The pool is empty/);
  await expect(run('remove-pool-mailbox', 'ada@pool.test')).rejects.toThrow('This mailbox of the pool');
});

test('one that works is added, sealed, reached, disabled and removed, and leaves the others as they are', async () => {
  for (const email of ['clara@pool.test', 'ben@pool.test']) await mail.createMailbox({ email, password: 'secret' });
  expect(await add('Clara@Pool.test', { '--pool': 'Partners' })).toBe(
    'clara@pool.test is in the warmup pool “Partners”.',
  );
  expect(await add('ben@pool.test', { '--pool': 'Partners' })).toContain('ben@pool.test');
  expect(await run('pool')).toMatch(/ben@pool\.test[^\n]+active\nclara@pool\.test +Ada Holm +Partners[^\n]+active/);
  const [kept] = await database.query<{ sealed_password: Buffer }>('select sealed_password from warmup_pool_member');
  expect(kept?.sealed_password.toString('latin1')).not.toContain('secret');
  const vault = createVault(loadMasterKey({ file: keyFile, create: false }));
  expect(await reachPool({ db: database.database, vault }, 'clara@pool.test', 'smtp')).toMatchObject({
    host: '127.0.0.1',
    port: mail.smtp.port,
    username: 'clara@pool.test',
    credential: { kind: 'password', password: 'secret' },
  });
  await database.query(
    `
      insert into warmup_mail (workspace_id, from_email, to_email, day, send_at, message_id, envelope_id, subject,
        body_text, state, look_at)
      select w.id, 'rosa@northlight.test', 'clara@pool.test', '2026-11-25', now(), g.state, g.state, 'Hello', 'Hello',
        g.state, case g.state when 'SENT' then now() end
      from workspace w, (values ('PLANNED'), ('SENT')) as g (state)
    `,
  );
  await run('disable-pool-mailbox', 'clara@pool.test');
  expect(await run('pool')).toMatch(/ben@pool\.test[^\n]+active\nclara@pool\.test[^\n]+disabled/);
  const emails = () =>
    database.query<{ state: string; looked_at: boolean }>(
      'select state, look_at is not null as looked_at from warmup_mail order by message_id',
    );
  expect(await emails()).toEqual([
    { state: 'CANCELLED', looked_at: false },
    { state: 'SENT', looked_at: true },
  ]);
  await add('clara@pool.test');
  expect(await run('pool')).not.toContain('disabled');
  await run('remove-pool-mailbox', 'clara@pool.test');
  expect(await run('pool')).not.toContain('clara');
  expect((await emails())[1]).toEqual({ state: 'SENT', looked_at: false });
  expect(
    (await database.query<{ action: string }>('select action from operator_action order by id')).map(
      ({ action }) => action,
    ),
  ).toEqual([
    'pool-mailbox-added',
    'pool-mailbox-added',
    'pool-mailbox-disabled',
    'pool-mailbox-added',
    'pool-mailbox-deleted',
  ]);
});

test('a mailbox that sends for a workspace, or is a seed, is none of the pool', async () => {
  for (const email of ['rosa@northlight.test', 'seed@gmail.test'])
    await mail.createMailbox({ email, password: 'secret' });
  await database.query(
    `
      insert into mailbox (workspace_id, from_name, from_email, type, smtp_host, smtp_port, smtp_port_type, smtp_username,
        imap_host, imap_port, imap_port_type, imap_username)
      select id, 'Rosa', 'Rosa@northlight.test', 'SMTP', 'h', 1, 'NONE', 'u', 'h', 1, 'NONE', 'u' from workspace
    `,
  );
  await database.query(
    `insert into placement_seed (email, provider, region, imap, sealed_password) values ('seed@gmail.test', 'Gmail', 'Europe', '{}', '')`,
  );
  await expect(add('rosa@northlight.test')).rejects.toThrow('sends emails for a workspace');
  await expect(add('seed@gmail.test')).rejects.toThrow('is a seed of placement tests');
});
