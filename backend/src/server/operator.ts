/** `npm run operator -- COMMAND`: what an operator does beside the running product. Prints one sentence and ends. */
import { join } from 'node:path';
import { derivePurposeKey, loadMasterKey } from '../platform/crypto/master-key';
import { createVault } from '../platform/crypto/vault';
import { createDatabase, type Database } from '../platform/db/database';
import { EnvironmentError, readPlatformEnvironment, type PlatformEnvironment } from '../platform/env/env';
import { isOfSandbox } from '../platform/instance/instance.store';
import { createSendingFence } from '../platform/instance/sending-fence';
import { createConsentAccess } from '../platform/mail/consent/consent-access';
import { connectionRules, createConsents, mailboxServers } from '../services/main/areas/mailboxes/mailboxes.api';
import { reconcileSent } from '../services/main/areas/sending/sending.api';
import { backupUsage, runBackup, runRestore } from './operator/backup-commands';
import { reachDatabase } from './operator/reach-database';
import { isOperatorCommand, operatorUsage, runOperatorCommand } from './operator/run-command';
import { rotateUsage, runRotation } from './operator/rotate-key-command';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string | undefined) => void process.stderr.write(`${text ?? ''}\n`);

const usage = `npm run operator -- status              says whether sending is paused, and why
npm run operator -- confirm-instance    this installation shall send: no other copy of it runs. Learns first from the Sent folders what left meanwhile;
                                        --unread lets it send although some mailboxes could not be read
${rotateUsage}
${backupUsage}`;

async function main(): Promise<void> {
  const [command, ...given] = process.argv.slice(2);
  if (command === 'backup' || command === 'restore')
    return (command === 'backup' ? runBackup : runRestore)(readPlatformEnvironment(), given, say);
  if (isOperatorCommand(command))
    return runOperatorCommand(command, given, { environment: readPlatformEnvironment(), say });
  if (command === 'rotate-key') return runRotation(readPlatformEnvironment(), given, say);
  if (command !== 'status' && command !== 'confirm-instance') {
    say(usage);
    say(operatorUsage);
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
        'Nothing was confirmed: what left from these mailboxes is not known. Put them right and try again, or confirm with --unread: an email that left after the copy was made may then leave twice.',
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
  const rules = connectionRules({ isSandbox, mailPrivateHosts: environment.mailPrivateHosts });
  const servers = mailboxServers({
    db: database,
    vault: createVault(masterKey),
    allowPrivateAddresses: rules.allowPrivateAddresses,
    consents: isSandbox
      ? null
      : createConsents({
          db: database,
          vault: createVault(masterKey),
          access: createConsentAccess({
            clients: environment.mailClients,
            microsoftTenant: environment.microsoftTenant,
            zohoScopes: environment.zohoScopes,
          }),
        }),
  });
  const { mailboxes, found, unread } = await reconcileSent({
    db: database,
    identityKey: derivePurposeKey(masterKey, 'message-identity'),
    imapServer: servers.imap,
    rules,
    now: () => now,
  });
  say(`${mailboxes} mailboxes were read: ${found} emails had left that this database did not know of.`);
  for (const { email, words } of unread) say(`${email} could not be read: ${words}`);
  return unread.length === 0;
}

main().catch((error: Error) => {
  complain(error instanceof EnvironmentError ? error.problems.join('\n') : error.message);
  process.exitCode = 1;
});
