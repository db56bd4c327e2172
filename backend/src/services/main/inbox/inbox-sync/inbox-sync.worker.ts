import type { ImapFlow } from 'imapflow';
import type { CampaignClock } from '#platform/clock/clock';
import { openImap } from '#platform/mail/open-imap';
import { announceWorker } from '#platform/workers/worker-presence';
import { createDeadWorkerSweep, readRequests } from '#mailboxes/mailboxes.api';
import { fireDueReminders } from '../reminders/fire-due-reminders.store';
import { reportFailure, type InboxSyncDeps } from './sync-due';
import { claimMailboxes, releaseMailbox, renewLeases, type SyncMailbox } from './sync-state.store';
import { freshMemory, syncMailbox } from './sync-mailbox';

export interface InboxSyncWorkerDeps extends InboxSyncDeps {
  clock: Pick<CampaignClock, 'scale'>;
  /** Mailboxes that this process keeps a connection to. Default 5,000. */
  capacity?: number;
  /** Real milliseconds between two looks at the folders beside INBOX, at a scale of the clock. */
  fullReadEvery?: (scale: number) => number;
}

/** Real milliseconds. */
const claimInterval = 1_000;
/** Mailboxes that are taken up a time: 5,000 are connected within some minutes, and a mail provider does not see them all at once. */
const claimedAtOnce = 40;
const renewInterval = 15_000;
const longestBackoff = 300;

/**
 * The sync of one process: it holds one connection to each of its mailboxes, waits there in IDLE, and reads what comes. Any
 * number of processes may run; a lease in the database gives each mailbox to one of them, and to another when it dies.
 */
export function startInboxSync(deps: InboxSyncWorkerDeps): { stop: () => Promise<void>; worker: string } {
  const presence = announceWorker(deps.db);
  const worker = presence.id;
  const stopping = new AbortController();
  const sessions = new Map<number, { end: AbortController; done: Promise<void> }>();
  const failures = new Map<number, number>();
  /** Wakes the session of a mailbox whose inbox the sender wants read. */
  const requests = new Map<number, () => void>();
  const capacity = deps.capacity ?? 5_000;

  function start(mailbox: SyncMailbox): void {
    const end = new AbortController();
    // Mailboxes whose claim was under way when the worker was stopped go back at once.
    if (stopping.signal.aborted) end.abort();
    const done = holdMailbox(deps, mailbox, end.signal, { requests, onSynced: () => failures.delete(mailbox.id) })
      .then(
        () => 0,
        async (error: Error) => {
          const count = (failures.get(mailbox.id) ?? 0) + 1;
          failures.set(mailbox.id, count);
          // The first break of a connection is made good at once and is no news.
          if (count > 1 || !isBreak(error)) await reportFailure(deps, mailbox, error);
          return count === 1 && isBreak(error) ? 0 : Math.min(longestBackoff, 2 ** count);
        },
      )
      .then((wait) => releaseMailbox(deps.db, worker, mailbox.id, wait))
      .catch((error) =>
        deps.log.error({ error, mailbox: mailbox.id }, 'a mailbox could not be released; its lease ends by itself'),
      )
      .finally(() => sessions.delete(mailbox.id));
    sessions.set(mailbox.id, { end, done });
  }

  const listening = deps.db
    .listen(readRequests, (ids) => {
      for (const id of ids.split(',')) requests.get(Number(id))?.();
    })
    .catch((error: Error) => {
      deps.log.error({ error }, 'the sender cannot request reads; follow-ups wait until the next look');
      return async () => undefined;
    });

  const repeat = (interval: number, name: string, work: () => Promise<unknown>) =>
    repeatUntil(stopping.signal, interval, () =>
      work().catch((error) =>
        deps.log.error({ error, loop: name }, 'a loop of the inbox sync met an error and continues'),
      ),
    );

  const loops = [
    repeat(claimInterval, 'claim', async () => {
      if (sessions.size >= capacity || !presence.isPresent()) return;
      for (const mailbox of await claimMailboxes(deps.db, worker, Math.min(claimedAtOnce, capacity - sessions.size)))
        if (!sessions.has(mailbox.id)) start(mailbox);
    }),
    repeat(claimInterval, 'dead workers', createDeadWorkerSweep(deps.db)),
    repeat(renewInterval, 'renew', async () => {
      const held = [...sessions.keys()];
      if (held.length === 0) return;
      const ours = await renewLeases(deps.db, worker, held);
      for (const mailboxId of held) if (!ours.has(mailboxId)) sessions.get(mailboxId)?.end.abort();
    }),
    repeat(claimInterval, 'reminders', () => fireDueReminders(deps, deps.now())),
  ];

  return {
    worker,
    async stop() {
      stopping.abort();
      for (const { end } of sessions.values()) end.abort();
      await (
        await listening
      )();
      await Promise.all(loops);
      await Promise.all([...sessions.values()].map(({ done }) => done));
      await presence.end();
    },
  };
}

async function repeatUntil(signal: AbortSignal, interval: number, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(interval, signal);
  }
}

class ConnectionBreak extends Error {}
const isBreak = (error: Error) =>
  error instanceof ConnectionBreak ||
  (error as { code?: string }).code === 'NoConnection' ||
  /closed|socket|ECONNRESET|EPIPE/i.test(error.message);

/**
 * Milliseconds between two full reads, INBOX and all other folders: a quarter of an hour of campaign time, at least 3 s
 * and at most a minute of real time. In between, INBOX is read whenever its server reports something new.
 */
const usualFullReadEvery = (scale: number) => Math.min(60_000, Math.max(3_000, (15 * 60_000) / scale));

/**
 * Stays with one mailbox until told to end. INBOX is read as soon as the server says that something came.
 * @throws when the connection cannot be made, or breaks
 */
async function holdMailbox(
  deps: InboxSyncWorkerDeps,
  mailbox: SyncMailbox,
  end: AbortSignal,
  { requests, onSynced }: { requests: Map<number, () => void>; onSynced: () => void },
): Promise<void> {
  if (end.aborted) return;
  const client = await openImap(await deps.imapServer(mailbox.workspace_id, mailbox.id), deps.rules);
  const bell = createBell(client, end);
  const memory = freshMemory();
  const fullReadEvery = deps.fullReadEvery ?? usualFullReadEvery;
  let isRequested = false;
  const request = () => {
    isRequested = true;
    bell.ring();
  };
  requests.set(mailbox.id, request);
  try {
    let nextFull = 0;
    while (!end.aborted) {
      const isFull = Date.now() >= nextFull;
      const options = { scope: isFull ? 'all' : 'inbox', memory, stopping: end, isRequested } as const;
      bell.clear();
      isRequested = false;
      await syncMailbox(deps, client, mailbox, options);
      onSynced();
      if (isFull) nextFull = Date.now() + fullReadEvery(deps.clock.scale());
      if (end.aborted) break;
      await waitInIdle(client, bell, nextFull - Date.now());
      if (!client.usable) throw new ConnectionBreak('The connection to the mail server broke off');
    }
  } finally {
    if (requests.get(mailbox.id) === request) requests.delete(mailbox.id);
    bell.close();
    if (client.usable) await within(client.logout(), 2_000);
    client.close();
  }
}

/** IDLE on INBOX. The library leaves it with every command and comes back only after 15 seconds, so it is entered again here each time. */
async function waitInIdle(client: ImapFlow, bell: Bell, milliseconds: number): Promise<void> {
  const lock = await client.getMailboxLock('INBOX');
  try {
    if (bell.isRung()) return;
    // Ends with the next command, or when the connection does.
    const idle = client.idle().then(
      () => undefined,
      () => undefined,
    );
    await bell.wait(Math.max(50, milliseconds));
    if (client.usable) await within(client.noop(), 5_000);
    await within(idle, 1_000);
  } finally {
    lock.release();
  }
}

interface Bell {
  isRung(): boolean;
  ring(): void;
  clear(): void;
  wait(milliseconds: number): Promise<void>;
  close(): void;
}

/** Rings when mail comes, when the connection ends, or when the work is to end. */
function createBell(client: ImapFlow, end: AbortSignal): Bell {
  let rung = false;
  let wake: (() => void) | null = null;
  const ring = () => {
    rung = true;
    wake?.();
  };
  client.on('exists', ring);
  client.on('close', ring);
  end.addEventListener('abort', ring);
  return {
    isRung: () => rung,
    ring,
    clear: () => {
      rung = false;
    },
    wait: (milliseconds) =>
      rung
        ? Promise.resolve()
        : new Promise((resolve) => {
            const timer = setTimeout(done, milliseconds);
            function done() {
              clearTimeout(timer);
              wake = null;
              resolve();
            }
            wake = done;
          }),
    close: () => {
      client.off('exists', ring);
      client.off('close', ring);
      end.removeEventListener('abort', ring);
    },
  };
}

/** Waits for something that may never come, but no longer than that. */
async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const enough = new AbortController();
  await Promise.race([
    work.then(
      () => undefined,
      () => undefined,
    ),
    sleep(milliseconds, enough.signal),
  ]);
  enough.abort();
}

/** Sleeps, or wakes when the signal is given. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}
