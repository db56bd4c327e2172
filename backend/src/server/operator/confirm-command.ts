import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { derivePurposeKey, loadMasterKey } from '#platform/crypto/master-key';
import { createVault } from '#platform/crypto/vault';
import { createDatabase, type Database } from '#platform/db/database';
import type { PlatformEnvironment } from '#platform/env/env';
import { isOfSandbox } from '#platform/instance/instance.store';
import { createSendingFence } from '#platform/instance/sending-fence';
import { ensurePlace, writePlace } from '#platform/journal/journal-place';
import { setPlace } from '#platform/journal/journal.store';
import { createConsentAccess } from '#platform/mail/consent/consent-access';
import { connectionRules, createConsents, mailboxServers } from '#mailboxes/mailboxes.api';
import { holdWhatIsUnknown, learnWhatLeft, type Learned } from '#sending/sending.api';
import { noteOperatorAction } from '#main/main.api';
import { campaignTime } from './campaign-time';
import { commandLineOperator, counted } from './command';
import { reachDatabase } from './reach-database';

export const confirmUsage = `npm run operator -- status              says whether sending is paused, and why
npm run operator -- confirm-instance    this installation can send: no other copy of it runs. Learns first from the Sent folders and the journal what was sent and
                                        who opted out meanwhile; --unread lets it send although some mailboxes could not be read,
                                        --complete without the journal: nothing was sent and no one opted out since the backup`;

type Say = (text: string) => void;

/** Why sending is paused, or that it is not. */
export const runStatus = (environment: PlatformEnvironment, say: Say): Promise<void> =>
  withFence(environment, async (_, fence) => {
    const { paused, since, explanation } = await fence.state();
    say(
      paused
        ? `Sending is paused since ${since?.toISOString() ?? 'the first start'}: ${explanation ?? 'it was never checked.'}`
        : 'Sending is not paused.',
    );
  });

/** @returns whether the installation sends now */
export const runConfirm = (environment: PlatformEnvironment, given: string[], say: Say): Promise<boolean> => {
  const { values } = parseArgs({
    args: given,
    options: { unread: { type: 'boolean' }, complete: { type: 'boolean' } },
  });
  return withFence(environment, async (database, fence) => {
    if (!(await fence.state()).paused) {
      say('Sending is not paused: there is nothing to confirm.');
      return true;
    }
    const deps = await reconcileDeps(environment, database, say);
    const learned = await learnWhatLeft(deps, { folder: environment.journalFolder, key: deps.journalKey });
    tell(learned, say);
    if (learned.unread.length > 0 && !values.unread) {
      say(
        'Nothing was confirmed: what was sent from these mailboxes is not known. Fix them and try again, or confirm with --unread.',
      );
      return false;
    }
    if (learned.journalProblem) {
      say(`The journal does not show what happened since the backup. ${learned.journalProblem.why}`);
      if (values.complete) say('You said that nothing was sent and no one opted out since: no lead is held.');
      else tellHeld(await holdWhatIsUnknown(deps, learned), say);
    }
    await beginJournal(environment, database, learned);
    await fence.confirm('operator');
    const { found, unconfirmed, optOuts, unread, journalProblem } = learned;
    const detail = {
      found_in_sent: found,
      unconfirmed,
      opt_outs: optOuts,
      unread_mailboxes: unread.length,
      journal: !journalProblem ? 'read' : values.complete ? 'taken as complete' : 'missing: leads are on hold',
    };
    const entry = { ...commandLineOperator(), at: new Date(), action: 'instance-confirmed' as const, detail };
    await database.systemSql((sql) => noteOperatorAction(sql, entry));
    say('Confirmed. This installation sends from now on; running processes notice within a second.');
    return true;
  });
};

function tell({ mailboxes, found, unconfirmed, optOuts, unread, journalProblem }: Learned, say: Say): void {
  if (!journalProblem)
    say(`The journal was read: ${counted(optOuts, 'opt-out or block was', 'opt-outs and blocks were')} put back.`);
  say(
    `${counted(mailboxes, 'mailbox was', 'mailboxes were')} read: ${counted(found, 'email', 'emails')} had been sent that this database did not know of.`,
  );
  if (unconfirmed > 0)
    say(
      `${counted(unconfirmed, 'more email was at its server and is', 'more emails were at their servers and are')} in no Sent folder: counted as sent, and unconfirmed. "npm run operator -- unconfirmed" lists what is.`,
    );
  for (const { email, words } of unread) say(`${email} could not be read: ${words}`);
}

function tellHeld({ held, unconfirmed }: { held: number; unconfirmed: number }, say: Say): void {
  say(
    `${counted(held, 'lead', 'leads')} may have been emailed or may have opted out since, and will wait: "npm run operator -- held" counts by campaign, "release-held" lets them continue.`,
  );
  if (unconfirmed > 0)
    say(
      `${counted(unconfirmed, 'reply or single email', 'replies and single emails')} may have left: "npm run operator -- unconfirmed" lists what is unconfirmed.`,
    );
}

/** The journal continues in the folder of this machine. */
async function beginJournal(
  { journalFolder }: PlatformEnvironment,
  database: Database,
  { journalProblem }: Learned,
): Promise<void> {
  if (journalProblem?.isSpoilt) writePlace(journalFolder, randomUUID());
  await setPlace(database, ensurePlace(journalFolder));
}

async function withFence<Result>(
  environment: PlatformEnvironment,
  work: (database: Database, fence: ReturnType<typeof createSendingFence>) => Promise<Result>,
): Promise<Result> {
  const server = await reachDatabase(environment);
  const database = createDatabase({ url: server.url, poolSize: 2 });
  try {
    const fence = createSendingFence({
      database,
      dataFolder: environment.dataFolder,
      givenIdentity: environment.instanceId,
    });
    return await work(database, fence);
  } finally {
    await database.close();
    await server.close();
  }
}

async function reconcileDeps(environment: PlatformEnvironment, database: Database, say: Say) {
  const masterKey = loadMasterKey({
    file: environment.masterKeyFile ?? join(environment.dataFolder, 'secrets', 'master.key'),
    create: false,
  });
  const now = await campaignTime(database);
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
  return {
    db: database,
    identityKey: derivePurposeKey(masterKey, 'message-identity'),
    journalKey: derivePurposeKey(masterKey, 'journal'),
    imapServer: servers.imap,
    rules,
    now: () => now,
  };
}
