/** `npm run operator -- COMMAND`: what an operator does beside the running product. Prints one sentence and ends. */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dumpDatabase } from '../platform/backup/dump-database';
import { loadDatabase } from '../platform/backup/load-database';
import { derivePurposeKey, loadMasterKey } from '../platform/crypto/master-key';
import { createVault } from '../platform/crypto/vault';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres';
import { findRunningServer } from '../platform/embedded-postgres/find-running-server';
import { createDatabase, type Database } from '../platform/db/database';
import { EnvironmentError, readPlatformEnvironment, type PlatformEnvironment } from '../platform/env/env';
import { isOfSandbox } from '../platform/instance/instance.store';
import { createSendingFence } from '../platform/instance/sending-fence';
import { connectionRules } from '../services/main/features/mailboxes/mailboxes.deps';
import { mailboxServers } from '../services/main/features/mailboxes/mailbox-servers';
import { mailboxStore } from '../services/main/features/mailboxes/mailboxes.store';
import { reconcileSent } from '../services/main/features/sending/reconcile-sent';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string | undefined) => void process.stderr.write(`${text ?? ''}\n`);

const usage = `npm run operator -- status              says whether sending is paused, and why
npm run operator -- confirm-instance    this installation shall send: no other copy of it runs. Learns first from the Sent folders what left meanwhile;
                                        --unread lets it send although some mailboxes could not be read
npm run backup -- FOLDER                everything but the master key, as of one moment, while Skein runs
npm run restore -- FOLDER               puts a backup in place of everything; Skein must be stopped`;

async function main(): Promise<void> {
  const [command, given] = process.argv.slice(2);
  if ((command === 'backup' || command === 'restore') && given) {
    const environment = readPlatformEnvironment();
    const server = await reachDatabase(environment);
    try {
      await (command === 'backup'
        ? backUp(environment, server.url, resolve(given))
        : restore(environment, server.url, resolve(given)));
    } finally {
      await server.close();
    }
    return;
  }
  if (command !== 'status' && command !== 'confirm-instance') {
    say(usage);
    process.exitCode = command === undefined ? 0 : 1;
    return;
  }
  const environment = readPlatformEnvironment();
  const server = await reachDatabase(environment);
  const database = createDatabase({ url: server.url, poolSize: 2 });
  try {
    const fence = createSendingFence({
      database,
      dataFolder: environment.dataFolder,
      givenIdentity: environment.instanceId,
    });
    const before = await fence.state();
    if (command === 'status') {
      say(
        before.paused
          ? `Sending is paused since ${before.since?.toISOString() ?? 'the first start'}: ${before.explanation ?? 'it was never checked.'}`
          : 'Sending is not paused.',
      );
      return;
    }
    if (!before.paused) {
      say('Sending is not paused: there is nothing to confirm.');
      return;
    }
    if (!(await learnFromSent(environment, database)) && !process.argv.includes('--unread')) {
      say(
        'Nothing was confirmed: what left from these mailboxes is not known. Put them right and try again, or confirm with --unread: a mail that left after the copy was made may then leave twice.',
      );
      process.exitCode = 1;
      return;
    }
    await fence.confirm('operator');
    say('Confirmed. This installation sends from now on; running processes notice within a second.');
  } finally {
    await database.close();
    await server.close();
  }
}

async function backUp(environment: PlatformEnvironment, url: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: a backup goes into a folder of its own.`);
  const { tables, rows } = await dumpDatabase(url, join(folder, 'database.gz'));
  const files = join(environment.dataFolder, 'files');
  if (existsSync(files)) cpSync(files, join(folder, 'files'), { recursive: true });
  say(
    `${tables} tables with ${rows} rows and the uploaded files are in ${folder}. Keep the master key apart from it: without the key nobody can open the mailboxes' passwords.`,
  );
}

async function restore(environment: PlatformEnvironment, url: string, folder: string): Promise<void> {
  const { madeAt } = await loadDatabase(url, join(folder, 'database.gz'));
  if (existsSync(join(folder, 'files')))
    cpSync(join(folder, 'files'), join(environment.dataFolder, 'files'), { recursive: true });
  say(
    `The state of ${madeAt} is back. Sending is paused: start Skein, make sure that no other copy of it runs, then run "npm run operator -- confirm-instance".`,
  );
}

/** @returns whether every mailbox could be read */
async function learnFromSent(environment: PlatformEnvironment, database: Database): Promise<boolean> {
  const masterKey = loadMasterKey({
    file: environment.masterKeyFile ?? join(environment.dataFolder, 'secrets', 'master.key'),
    create: false,
  });
  const now = Date.now();
  // The mode is the database's: a production installation must not be talked into private addresses or forged certificates here.
  const isSandbox = await isOfSandbox(database);
  say(
    isSandbox
      ? 'This database is of a sandbox: mail servers on this machine are read.'
      : 'This database is of a real installation: public mail servers with valid certificates are read.',
  );
  const rules = connectionRules(isSandbox);
  const servers = mailboxServers({
    db: database,
    store: mailboxStore(database),
    vault: createVault(masterKey),
    allowPrivateAddresses: rules.allowPrivateAddresses,
  });
  const { mailboxes, found, unread } = await reconcileSent({
    db: database,
    identityKey: derivePurposeKey(masterKey, 'message-identity'),
    imapServer: servers.imap,
    rules,
    now: () => now,
  });
  say(`${mailboxes} mailboxes were read: ${found} mails had left that this database did not know of.`);
  for (const { email, words } of unread) say(`${email} could not be read: ${words}`);
  return unread.length === 0;
}

/** The database of DATABASE_URL, the embedded one that runs, or the embedded one started for the moment. */
async function reachDatabase(environment: PlatformEnvironment): Promise<{ url: string; close: () => Promise<void> }> {
  if (environment.databaseUrl) return { url: environment.databaseUrl, close: async () => undefined };
  const running = findRunningServer(environment.dataFolder);
  if (running) return { url: running, close: async () => undefined };
  const server = await startEmbeddedPostgres({ dataFolder: environment.dataFolder });
  return { url: server.url, close: () => server.stop() };
}

main().catch((error: Error) => {
  complain(error instanceof EnvironmentError ? error.problems.join('\n') : error.message);
  process.exitCode = 1;
});
