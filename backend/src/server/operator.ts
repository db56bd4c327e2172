/** `npm run operator -- COMMAND`: what an operator does beside the running product. Prints one sentence and ends. */
import { join } from 'node:path';
import { derivePurposeKey, loadMasterKey } from '../platform/crypto/master-key';
import { createVault } from '../platform/crypto/vault';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres';
import { findRunningServer } from '../platform/embedded-postgres/find-running-server';
import { createDatabase, type Database } from '../platform/db/database';
import { EnvironmentError, readPlatformEnvironment, type PlatformEnvironment } from '../platform/env/env';
import { createSendingFence } from '../platform/instance/sending-fence';
import { defaultRules } from '../platform/mail/mail-server';
import { mailboxServers } from '../services/main/features/mailboxes/mailbox-servers';
import { mailboxStore } from '../services/main/features/mailboxes/mailboxes.store';
import { reconcileSent } from '../services/main/features/sending/reconcile-sent';

const usage = `npm run operator -- status              says whether sending is paused, and why
npm run operator -- confirm-instance    this installation shall send: no other copy of it runs. Learns first from the Sent folders what left meanwhile;
                                        --unread lets it send although some mailboxes could not be read`;

async function main(): Promise<void> {
  const [command] = process.argv.slice(2);
  if (command !== 'status' && command !== 'confirm-instance') {
    console.log(usage);
    process.exitCode = command === undefined ? 0 : 1;
    return;
  }
  const environment = readPlatformEnvironment();
  const server = await reachDatabase(environment);
  const database = createDatabase({ url: server.url, poolSize: 2 });
  try {
    const fence = createSendingFence({ database, dataFolder: environment.dataFolder, givenIdentity: environment.instanceId });
    const before = await fence.state();
    if (command === 'status') {
      console.log(before.paused ? `Sending is paused since ${before.since?.toISOString() ?? 'the first start'}: ${before.explanation ?? 'it was never checked.'}` : 'Sending is not paused.');
      return;
    }
    if (!before.paused) {
      console.log('Sending is not paused: there is nothing to confirm.');
      return;
    }
    if (!(await learnFromSent(environment, database)) && !process.argv.includes('--unread')) {
      console.log('Nothing was confirmed: what left from these mailboxes is not known. Put them right and try again, or confirm with --unread: a mail that left after the copy was made may then leave twice.');
      process.exitCode = 1;
      return;
    }
    await fence.confirm('operator');
    console.log('Confirmed. This installation sends from now on; running processes notice within a second.');
  } finally {
    await database.close();
    await server.close();
  }
}

/** @returns whether every mailbox could be read */
async function learnFromSent(environment: PlatformEnvironment, database: Database): Promise<boolean> {
  const masterKey = loadMasterKey({ file: environment.masterKeyFile ?? join(environment.dataFolder, 'secrets', 'master.key'), create: false });
  const now = Date.now();
  const servers = mailboxServers({ store: mailboxStore(database), vault: createVault(masterKey), now: () => now, allowPrivateAddresses: true });
  const rules = { ...defaultRules, allowPrivateAddresses: true, verifyCertificates: environment.databaseUrl !== undefined };
  const { mailboxes, found, unread } = await reconcileSent({ db: database, identityKey: derivePurposeKey(masterKey, 'message-identity'), imapServer: servers.imap, rules, now: () => now });
  console.log(`${mailboxes} mailboxes were read: ${found} mails had left that this database did not know of.`);
  for (const { email, words } of unread) console.log(`${email} could not be read: ${words}`);
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
  console.error(error instanceof EnvironmentError ? error.problems.join('\n') : error.message);
  process.exitCode = 1;
});
