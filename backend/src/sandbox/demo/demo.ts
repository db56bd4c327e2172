import { createClient } from '@skein/contracts/client';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { serviceTransport } from '#platform/http/in-process-transport';
import type { Log } from '#platform/log/log';
import { createMainApp } from '#main/app';
import type { MainDeps } from '#main/deps';
import { sendingDeps } from '#sending/sending.api';
import { createSyncSteps, inboxSyncDeps } from '#inbox/inbox.api';
import { sandboxZone, type SandboxMail } from '../sandbox-mail';
import { sandboxStateStore, type SandboxStateStore } from '../sandbox-state.store';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { mailboxDeps } from '#mailboxes/mailboxes.api';
import { registerSeeds } from '#services/smart-delivery/seeds.store';
import { registerPool } from '#services/warmup/pool.store';
import type { WarmupWorkerDeps } from '#services/warmup/warmup-worker.deps';
import { sandboxLookUp } from '../placement-dns';
import { makeSandboxSeeds } from '../placement-seeds';
import { makeSandboxPool, sandboxPool } from '../warmup-pool';
import { addDemoEvents } from './demo-events';
import { demoStore } from './demo.store';
import { ensureDemoAccount, freeMailboxes, writeDemoFile } from './demo-account';
import { beginHistory, endHistorySurely } from './begin-history';
import { makeHistory, type HistoryOptions } from './make-history';
import { historyMailboxes } from './story';

export interface Demo {
  stop: () => Promise<void>;
}

/** Daily limit of a free mailbox of the demo. */
const freeSendsPerDay = 200;

/**
 * The demo workspace: its login and mailboxes before this resolves, its history behind. Everything it shows was done by the product:
 * mailboxes are connected over the API with real logins, campaigns are sent by the engine.
 */
export async function createDemo(options: {
  main: MainDeps;
  mail: SandboxMail;
  dataFolder: string;
  publicUrl: string;
  log: Log;
}): Promise<Demo> {
  const { main, mail, log } = options;
  const account = await ensureDemoAccount(options);
  const place = { main, mail, states: sandboxStateStore(main.db), workspaceId: account.workspaceId };
  const inMaking = await beginHistory(place);
  const mailboxIds = await connectMailboxes(main, mail, account.file.api_key, account.mailboxPassword);
  await demoStore(main.db).noteFiledMail(account.workspaceId, [
    ...historyMailboxes.map((box) => box.email),
    ...freeMailboxes,
  ]);
  const pool = await makeSandboxPool(mail.mail, main);
  await main.db.systemSql((sql) => registerPool(sql, sandboxPool, pool));
  const seeds = await makeSandboxSeeds(mail.mail, main, sandboxLookUp(sandboxZone, main.masterKey));
  await main.db.systemSql((sql) => registerSeeds(sql, true, seeds));
  await addDemoEvents(main);
  await writeDemoFile(options.dataFolder, account.file);
  let isStopped = false;
  const history: HistoryOptions = {
    ...place,
    apiKey: account.file.api_key,
    mailboxIds: historyMailboxes.map((box) => mailboxIds.get(box.email) as number),
    sending: (history, readInboxes) => ({
      ...sendingDeps(history, history.campaignClock, () => false),
      readInboxes,
      log,
    }),
    reading: (history) => createSyncSteps(inboxSyncDeps(history)),
    warmup: (history) => warmupDeps(history, log),
    isStopped: () => isStopped,
    onTrouble: (error) => log.warn({ error }, "a step of the demo's history failed and is tried again"),
  };
  const making = inMaking ? makeHistory(history, inMaking) : Promise.resolve();
  const historyMade = making.catch(async (error: Error) => {
    log.error({ error }, "the demo's history could not be finished; the sandbox works without it");
    await noteFailure(place.states, error).catch((failed: Error) =>
      log.error({ error: failed }, "the failure of the demo's history could not be noted"),
    );
    await endHistorySurely(history);
  });
  return {
    async stop() {
      isStopped = true;
      await historyMade;
    },
  };
}

async function noteFailure(states: SandboxStateStore, error: Error): Promise<void> {
  const state = (await states.read<object>('history')) ?? {};
  await states.write('history', {
    ...state,
    state: 'failed',
    text: `The demo's history could not be finished (${error.message}); everything else works.`,
  });
}

/** The demo's mailboxes exist at the mail server and are connected in the workspace, each by a real login. @returns id by address */
async function connectMailboxes(
  main: MainDeps,
  mail: SandboxMail,
  apiKey: string,
  password: string,
): Promise<Map<string, number>> {
  const app = createMainApp(main);
  const api = createClient(
    mailboxesContract,
    serviceTransport(
      () => app,
      () => ({ 'x-api-key': apiKey }),
    ),
  );
  const known = new Map<string, number>();
  // All pages: a visitor can have connected more mailboxes than fit on one page.
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Awaited<ReturnType<typeof api.list>> = await api.list({
      query: { limit: 500, ...(cursor ? { cursor } : {}) },
    });
    for (const row of page.rows) known.set(row.from_email, row.id);
    cursor = page.next_cursor;
  }
  const wanted = [
    ...historyMailboxes.map((box) => ({ ...box, perDay: 60 })),
    ...freeMailboxes.map((email) => ({ email, name: personOf(email), perDay: freeSendsPerDay })),
  ];
  for (const { email, name, perDay } of wanted) {
    await mail.mail.createMailbox({ email, password, autoFileSent: true });
    if (known.has(email)) continue;
    const { host, port } = mail.mail.smtp;
    const { mailbox } = await api.create({
      body: {
        from_name: name,
        from_email: email,
        username: email,
        password,
        smtp_host: host,
        smtp_port: port,
        smtp_port_type: 'NONE',
        imap_host: mail.mail.imap.host,
        imap_port: mail.mail.imap.port,
        imap_port_type: 'NONE',
        message_per_day: perDay,
        min_time_to_wait_minutes: 3,
        signature: `<p>${name}<br>Northlight Growth</p>`,
        // The month before was sent at full size, and the free ones are there to be sent from at once.
        starts_gently: false,
      },
    });
    known.set(email, mailbox.id);
  }
  return known;
}

/** The warmup of the demo's mailboxes, on the history's clock. */
function warmupDeps(main: MainDeps, log: Log): WarmupWorkerDeps {
  const boxes = mailboxDeps(main);
  return {
    db: main.db,
    live: main.live,
    now: () => main.campaignClock.now(),
    realNow: () => main.realClock.now(),
    isSendingHeld: () => false,
    key: derivePurposeKey(main.masterKey, 'warmup'),
    vault: main.vault,
    smtpServer: boxes.servers.smtp,
    imapServer: boxes.servers.imap,
    rules: boxes.rules,
    log,
  };
}

const personOf = (email: string) => {
  const first = email.split('@')[0] as string;
  const found = historyMailboxes.find((box) => box.email.startsWith(`${first}@`));
  return found?.name ?? first;
};
