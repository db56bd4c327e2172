import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMasterKey } from '#platform/crypto/master-key';
import { readPlatformEnvironment } from '#platform/env/env';
import { createSelfSignedCertificate } from '#sandbox/mail-world/self-signed-certificate';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { createManualClock } from '#platform/testing/manual-clock';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { runOperatorCommand } from './run-command';

const folder = mkdtempSync(join(tmpdir(), 'skein-seeds-'));
const password = join(folder, 'password');
let database: TestDatabase;

beforeAll(async () => {
  mkdirSync(join(folder, 'secrets'), { recursive: true, mode: 0o700 });
  loadMasterKey({ file: join(folder, 'secrets', 'master.key'), create: true });
  writeFileSync(password, 'secret\n');
  database = await createTestDatabase();
});
afterAll(async () => {
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

test('a seed needs an address, its place and a login that works', async () => {
  const options = ['--provider', 'Gmail', '--region', 'Europe', '--host', '127.0.0.1', '--password-file', password];
  await expect(run('add-seed', 'nobody', ...options)).rejects.toThrow('is not an email address');
  await expect(run('add-seed', 'seed@gmail.test')).rejects.toThrow('--host is missing');
  await expect(run('add-seed', 'seed@gmail.test', ...options, '--kind', 'other')).rejects.toThrow(
    'personal or business',
  );
  await expect(run('add-seed', 'seed@gmail.test', ...options, '--workspace', 'all')).rejects.toThrow(
    'must be the ID of a workspace',
  );
  const grant = join(folder, 'grant.json');
  writeFileSync(grant, JSON.stringify({ token_url: 'https://id.test/token', client_id: 'c', client_secret: 's' }));
  await expect(run('add-seed', 'seed@gmail.test', ...options.slice(0, -2), '--grant-file', grant)).rejects.toThrow(
    /must be JSON with token_url, client_id, client_secret and refresh_token/,
  );
  await expect(run('add-seed', 'seed@gmail.test', ...options, '--workspace', '999')).rejects.toThrow();
  // Nothing listens there.
  await expect(run('add-seed', 'seed@gmail.test', ...options, '--port', '1')).rejects.toThrow();
  expect(await run('seeds')).toMatch(/^No seeds yet/);
  await expect(run('remove-seed', 'seed@gmail.test')).rejects.toThrow('This seed');
});

test('a seed whose login works is added, listed and removed; a mailbox that sends for a workspace is none', async () => {
  const mail: MailWorld = await startMailWorld({
    store: createMemoryMailStore(),
    clock: createManualClock(Date.parse('2026-11-25T08:00:00Z')),
    seed: 'seeds',
    mode: 'stepped',
    tls: { ...createSelfSignedCertificate(), implicit: false },
  });
  // A command believes that it is in a sandbox, where loopback is let in, by the demo's workspace.
  await database.query(`insert into workspace (name, plan_type, is_demo) values ('Demo', 'pro', true)`);
  try {
    await mail.createMailbox({ email: 'seed@gmail.test', password: 'secret' });
    const at = (email: string) => [
      ...[email, '--provider', 'Gmail', '--region', 'Europe', '--host', '127.0.0.1', '--port', String(mail.imap.port)],
      ...['--security', 'STARTTLS', '--password-file', password, '--kind', 'business'],
    ];
    expect(await run('add-seed', ...at('Seed@Gmail.test'))).toBe('seed@gmail.test is a seed: Gmail, Europe, business.');
    expect(await run('seeds')).toMatch(/seed@gmail\.test +Gmail +Europe +business +all +active/);
    const [kept] = await database.query<{ sealed_password: Buffer }>('select sealed_password from placement_seed', []);
    expect(kept?.sealed_password.toString('latin1')).not.toContain('secret');
    await run('disable-seed', 'seed@gmail.test');
    expect(await run('seeds')).toMatch(/disabled/);
    await run('add-seed', ...at('seed@gmail.test'));
    expect(await run('seeds')).toMatch(/active/);
    await run('remove-seed', 'seed@gmail.test');
    expect(await run('seeds')).toMatch(/^No seeds yet/);
    const log = await database.query<{ action: string; about_email: string }>(
      'select action, about_email from operator_action order by id',
      [],
    );
    expect(log.map(({ action }) => action)).toEqual(['seed-added', 'seed-disabled', 'seed-added', 'seed-deleted']);

    const file = join(folder, 'seeds.csv');
    const seedLine = (email: string, word: string) =>
      [email, word, '127.0.0.1', String(mail.imap.port), 'STARTTLS', 'Gmail', 'Europe'].join(',');
    writeFileSync(
      file,
      ['email,password,host,port,security,provider,region', seedLine('seed@gmail.test', 'secret')]
        .concat(seedLine('other@gmail.test', 'wrong-word'), seedLine('nobody', 'secret'))
        .join('\n'),
    );
    const said = await run('add-seeds', file);
    expect(said).toMatch(/^1 of 3 seeds are connected\./);
    expect(said).toMatch(/3 +other@gmail\.test +The login did not work/);
    expect(said).toMatch(/4 +nobody +The email must look like name@/);
    expect(said).not.toMatch(/secret|wrong-word/);
    expect(await run('seeds')).toMatch(/seed@gmail\.test +Gmail +Europe +personal +all +active/);
    writeFileSync(file, 'email,password\nseed@gmail.test,secret');
    await expect(run('add-seeds', file)).rejects.toThrow('Missing: host.');

    await mail.createMailbox({ email: 'rosa@northlight.test', password: 'secret' });
    await database.query(
      `
        with w as (insert into workspace (name, plan_type) values ('Northlight', 'pro') returning id)
        insert into mailbox (workspace_id, from_name, from_email, type, smtp_host, smtp_port, smtp_port_type,
          smtp_username, imap_host, imap_port, imap_port_type, imap_username)
        select id, 'Rosa', 'rosa@northlight.test', 'SMTP', 'h', 1, 'NONE', 'u', 'h', 1, 'NONE', 'u' from w
      `,
      [],
    );
    await expect(run('add-seed', ...at('rosa@northlight.test'))).rejects.toThrow('sends emails for a workspace');
  } finally {
    await mail.close();
  }
});
