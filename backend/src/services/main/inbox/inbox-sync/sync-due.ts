import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { ImapFlow } from 'imapflow';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import { imapFailure, ImapFailure, openImap } from '#platform/mail/open-imap';
import { derivePurposeKey } from '#platform/crypto/master-key';
import type { MainDeps } from '#main/deps';
import { mailboxDeps, readRecorder, type ReadInboxes } from '#mailboxes/mailboxes.api';
import { fireDueReminders } from '../reminders/fire-due-reminders.store';
import type { ProcessDeps } from './process-mail';
import { allMailboxes, markUnreadable, type SyncMailbox } from './sync-state.store';
import { freshMemory, syncMailbox, type SyncCounts, type SyncMemory } from './sync-mailbox';

export interface InboxSyncDeps extends ProcessDeps {
  imapServer: (workspaceId: WorkspaceId, mailboxId: MailboxId) => Promise<MailServer>;
  rules: ConnectionRules;
}

/** What the sync works with, out of the main service's dependencies. */
export function inboxSyncDeps(deps: MainDeps): InboxSyncDeps {
  const boxes = mailboxDeps(deps);
  return {
    db: deps.db,
    live: deps.live,
    files: deps.files,
    heavyWork: deps.heavyWork,
    now: () => deps.campaignClock.now(),
    log: deps.log,
    warmupKey: derivePurposeKey(deps.masterKey, 'warmup'),
    imapServer: boxes.servers.imap,
    rules: boxes.rules,
  };
}

/** Open connections that are used again from one step of time to the next. */
export interface SyncSteps {
  /**
   * Reads what is new in every mailbox now. The other folders are looked at every six hours of campaign time, or when asked;
   * one mailbox's failure is noted with it and stops no other.
   */
  syncDueMailboxes(options?: { workspaceId?: WorkspaceId; everyFolder?: boolean }): Promise<SyncCounts>;
  /** What the sender requests before a follow-up, done at once. */
  readInboxes: ReadInboxes;
  /**
   * Told whenever replies may have come: time was moved (of one workspace or of all), or prospects wrote. Follow-ups
   * then wait for a new read.
   */
  outdateReads(workspaceId?: WorkspaceId): Promise<void>;
  close(): Promise<void>;
}

interface SyncOneOptions {
  everyFolder: boolean;
  isRequested: boolean;
}

const everyFolderAfter = 6 * 3_600_000;

/** For whoever steps through time: history and tests. Live, `startInboxSync` does the same by itself. */
export function createSyncSteps(deps: InboxSyncDeps): SyncSteps {
  const clients = new Map<string, { client: ImapFlow; memory: SyncMemory }>();
  const lastFull = new Map<string, number>();
  /** A mailbox that came with an archive has its old id in another workspace, and nothing of what is remembered is true there. */
  const keyOf = (mailbox: SyncMailbox) => `${mailbox.workspace_id}/${mailbox.id}`;

  async function connection(mailbox: SyncMailbox) {
    const present = clients.get(keyOf(mailbox));
    if (present?.client.usable) return present;
    const made = {
      client: await openImap(await deps.imapServer(mailbox.workspace_id, mailbox.id), deps.rules),
      memory: freshMemory(),
    };
    clients.set(keyOf(mailbox), made);
    return made;
  }

  /** The end of the last read of each mailbox: one connection is used by one reader at a time. */
  const turns = new Map<number, Promise<unknown>>();
  function syncOne(mailbox: SyncMailbox, options: SyncOneOptions): Promise<SyncCounts | null> {
    const turn = (turns.get(mailbox.id) ?? Promise.resolve()).then(() => syncNow(mailbox, options));
    turns.set(
      mailbox.id,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** @returns null when it failed, which is noted with the mailbox */
  async function syncNow(
    mailbox: SyncMailbox,
    { everyFolder, isRequested }: SyncOneOptions,
  ): Promise<SyncCounts | null> {
    const isFull = everyFolder || deps.now() - (lastFull.get(keyOf(mailbox)) ?? -Infinity) >= everyFolderAfter;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { client, memory } = await connection(mailbox);
        const scope = isFull ? 'all' : 'inbox';
        const counts = await syncMailbox(deps, client, mailbox, { scope, memory, isRequested });
        if (isFull) lastFull.set(keyOf(mailbox), deps.now());
        return counts;
      } catch (error) {
        clients.get(keyOf(mailbox))?.client.close();
        clients.delete(keyOf(mailbox));
        // A connection that broke is no news; one that cannot be made again is.
        if (attempt < 2 && !(error instanceof ImapFailure)) continue;
        await reportFailure(deps, mailbox, error as Error);
        return null;
      }
    }
  }

  return {
    async syncDueMailboxes(options = {}) {
      const waiting = await allMailboxes(deps.db, { workspaceId: options.workspaceId });
      const total: SyncCounts = {};
      const how = { everyFolder: options.everyFolder ?? false, isRequested: false };
      const lane = async () => {
        for (let mailbox = waiting.shift(); mailbox; mailbox = waiting.shift())
          addCounts(total, (await syncOne(mailbox, how)) ?? {});
      };
      await Promise.all([lane(), lane(), lane(), lane()]);
      await fireDueReminders(deps, deps.now());
      return total;
    },
    async readInboxes(ids) {
      const mailboxes = await allMailboxes(deps.db, { ids });
      const how = { everyFolder: false, isRequested: true };
      const read = await Promise.all(
        mailboxes.map(async (mailbox) => ((await syncOne(mailbox, how)) ? mailbox.id : 0)),
      );
      return ids.filter((id) => !read.includes(id));
    },
    outdateReads: (workspaceId) => readRecorder(deps.db).outdate(workspaceId ?? null),
    async close() {
      await Promise.all([...clients.values()].map(({ client }) => client.logout().catch(() => client.close())));
      clients.clear();
    },
  };
}

function addCounts(total: SyncCounts, counts: SyncCounts): void {
  for (const [kind, count] of Object.entries(counts))
    total[kind as keyof SyncCounts] = (total[kind as keyof SyncCounts] ?? 0) + count;
}

/** Notes a failed sync with the mailbox. */
export async function reportFailure(
  deps: Pick<InboxSyncDeps, 'db' | 'live' | 'log'>,
  mailbox: SyncMailbox,
  error: Error,
): Promise<void> {
  const words = (error instanceof ImapFailure ? error : imapFailure(error)).response;
  deps.log.error({ error, mailbox: mailbox.id }, 'a mailbox could not be synced');
  await markUnreadable(deps.db, mailbox, words, error instanceof ImapFailure && error.failureClass === 'credentials');
  await deps.db.systemSql((sql) => deps.live.publish(sql, mailbox.workspace_id, ['mailboxes', 'inbox']));
}
