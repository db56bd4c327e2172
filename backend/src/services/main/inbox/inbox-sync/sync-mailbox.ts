import type { ImapFlow, ListResponse, MessageEnvelopeObject } from 'imapflow';
import { batches, fetchSources, isRefusal, type ListedMail } from '#platform/mail/fetch-sources';
import { fetchEvery, nextUidOf, uidsFrom, uidsSince, uidValidityOf } from '#platform/mail/search-folder';
import { processMail, type ProcessDeps, type ProcessResult } from './process-mail';
import { readRecorder } from '#mailboxes/mailboxes.api';
import { findKnown } from './store-inbound.store';
import {
  firstSentAt,
  markSynced,
  readFolders,
  reportOutage,
  writeFolder,
  type FolderState,
  type SyncMailbox,
} from './sync-state.store';

const day = 86_400_000;
/** How far back a folder is read that is seen for the first time, or was renumbered. */
const longestBackfill = 90 * day;
/** A mailbox that could not be read for so long is swept once it can be. */
const sweptAfter = 10 * 60_000;

type SyncScope = 'inbox' | 'all';
export type SyncCounts = Partial<Record<ProcessResult['kind'], number>>;

/** What a connection's holder remembers from one look to the next, so that a look at nothing new is one question to the mail server. */
export interface SyncMemory {
  folders: Map<string, FolderState> | null;
  notedAt: number;
  readNotedAt: number;
  /** Whether what a time without reading may have hidden was looked for over this connection. */
  isSwept: boolean;
}
export const freshMemory = (): SyncMemory => ({ folders: null, notedAt: 0, readNotedAt: 0, isSwept: false });

/** Real milliseconds after which "read to the end" is noted again though nothing came. */
const noteEvery = 5_000;

export interface SyncOptions {
  scope: SyncScope;
  memory: SyncMemory;
  stopping?: AbortSignal;
  /** The sender waits for this read (inbox-reading.store.ts). */
  isRequested?: boolean;
}

/**
 * Reads what is new in a mailbox over an open connection: every folder but Drafts, from where it was left. A new UIDVALIDITY
 * means new numbers for old mails: the folder is read again, and known mails are recognised (mail-identity.ts).
 */
export async function syncMailbox(
  deps: ProcessDeps,
  client: ImapFlow,
  mailbox: SyncMailbox,
  options: SyncOptions,
): Promise<SyncCounts> {
  const { memory, stopping } = options;
  const counts: SyncCounts = {};
  memory.folders ??= await deps.db.systemSql((sql) => readFolders(mailbox.workspace_id, sql, mailbox.id));
  const run: FolderRun = {
    deps,
    client,
    mailbox,
    known: memory.folders,
    counts,
    stopping,
    lag: null,
    inboxReadAt: null,
    sweepSince: sweepStart(deps, mailbox, memory),
    found: [],
  };
  if (options.scope === 'inbox' && run.sweepSince === null && memory.folders.has('INBOX')) {
    await syncFolder(run, { path: 'INBOX', specialUse: null });
  } else {
    for (const folder of (await client.list()).filter(({ path }) => path !== 'INBOX')) {
      if (stopping?.aborted || !isRead(folder)) continue;
      await syncOtherFolder(run, folder);
    }
    // Read last, INBOX stays selected, and the server tells of whatever comes. It is always there, listed or not (RFC 3501, 5.1).
    if (!stopping?.aborted) await syncFolder(run, { path: 'INBOX', specialUse: null });
  }
  // A read that was cut short says nothing about what INBOX holds.
  if (stopping?.aborted || run.inboxReadAt === null) return counts;
  if (run.sweepSince !== null) await reportSweep(deps, mailbox, run.found);
  memory.isSwept = true;
  if (options.isRequested || Object.keys(counts).length > 0 || Date.now() - memory.readNotedAt >= noteEvery) {
    await readRecorder(deps.db).record({
      workspaceId: mailbox.workspace_id,
      mailboxId: mailbox.id,
      readAt: run.inboxReadAt,
      isRequested: options.isRequested ?? false,
    });
    memory.readNotedAt = Date.now();
  }
  if (Object.keys(counts).length > 0 || Date.now() - memory.notedAt >= noteEvery) {
    await markSynced(deps.db, mailbox, new Date(deps.now()), run.lag);
    memory.notedAt = Date.now();
  }
  return counts;
}

interface FolderRun {
  deps: ProcessDeps;
  client: ImapFlow;
  mailbox: SyncMailbox;
  known: Map<string, FolderState>;
  counts: SyncCounts;
  stopping: AbortSignal | undefined;
  /**
   * Seconds for which the mail that waited longest had lain in a folder that was read before; what a first look finds was nobody's to read.
   */
  lag: number | null;
  /** The database's clock when INBOX was asked for new mail; null until it was read to its end. */
  inboxReadAt: number | null;
  /** After an outage: since when every folder is compared with what is here, whatever its place; null when it is not. */
  sweepSince: Date | null;
  /** Rows of the mails that were recorded. */
  found: string[];
}

/** A day before the mailbox fell silent: what a server shows late, or what was on its way then, lies before the place of its folder. */
function sweepStart(deps: ProcessDeps, mailbox: SyncMailbox, memory: SyncMemory): Date | null {
  const since = mailbox.silent_since?.getTime();
  if (memory.isSwept || since === undefined || deps.now() - since < sweptAfter) return null;
  return new Date(since - day);
}

async function reportSweep(deps: ProcessDeps, mailbox: SyncMailbox, messageIds: readonly string[]): Promise<void> {
  const silentSince = mailbox.silent_since;
  if (!silentSince) return;
  await reportOutage(deps.db, { ...mailbox, silent_since: silentSince }, { messageIds, until: new Date(deps.now()) });
}

/** Drafts are nobody's mail yet; folders that only hold other folders cannot be opened. */
const isRead = (folder: ListResponse) =>
  folder.specialUse !== '\\Drafts' && !folder.flags.has('\\Noselect') && !folder.flags.has('\\NonExistent');

/** Whether a folder must be opened. A server may leave out what STATUS asks for (RFC 3501, 7.2.4): then only opening it tells. */
async function hasNew(client: ImapFlow, path: string, state: FolderState): Promise<boolean> {
  const status = await client.status(path, { uidNext: true, uidValidity: true });
  if (!status || !status.uidNext) return true;
  return (
    BigInt(status.uidNext) > state.uid_next ||
    (status.uidValidity !== undefined && BigInt(status.uidValidity) !== state.uid_validity)
  );
}

/** A folder that the server lists and does not open (one that others share, say) must not keep INBOX from being read. */
async function syncOtherFolder(run: FolderRun, { path, specialUse }: ListResponse): Promise<void> {
  try {
    const state = run.known.get(path);
    if (state && run.sweepSince === null && !(await hasNew(run.client, path, state))) return;
    await syncFolder(run, { path, specialUse: specialUse ?? null });
  } catch (error) {
    if (!isRefusal(error) || !run.client.usable) throw error;
    run.deps.log.error(
      { error, mailbox: run.mailbox.id, folder: path },
      'a folder could not be opened; the others are read',
    );
  }
}

async function syncFolder(run: FolderRun, folder: { path: string; specialUse: string | null }): Promise<void> {
  const { deps, client, mailbox } = run;
  const lock = await client.getMailboxLock(folder.path);
  try {
    if (!client.mailbox) return;
    const begunAt = await readRecorder(deps.db).now();
    // A server may show what came since the last command only when this one has ended (RFC 3501, 7.3.1).
    await client.noop();
    const state = run.known.get(folder.path) ?? null;
    const uidValidity = await uidValidityOf(client, folder.path);
    const isSame = state !== null && hasSameNumbers(state, uidValidity);
    const note = async (place: bigint) => {
      await deps.db.systemSql((sql) =>
        writeFolder(mailbox.workspace_id, sql, mailbox.id, {
          ...folder,
          uidValidity,
          uidNext: place,
          at: new Date(deps.now()),
        }),
      );
      run.known.set(folder.path, {
        path: folder.path,
        uid_validity: uidValidity,
        uid_next: place,
        isOfThisConnection: true,
      });
    };
    // Asked before the search, so that what comes between the two is not passed over.
    const start = isSame ? null : await nextUidOf(client);
    const uids = isSame
      ? await watchedUids(client, state.uid_next, run.sweepSince)
      : await oldUids(deps, client, mailbox);
    const isWatched = isSame && run.sweepSince === null;
    // The place is noted even where nothing was read, so that only what comes later is looked at.
    if (uids.length === 0 && start !== null) await note(start);
    for await (const batch of batches(client, uids)) {
      if (run.stopping?.aborted) return;
      const unknown = isWatched ? batch : await withoutKnown(deps, client, mailbox, batch);
      await takeBatch(run, folder.path, unknown, isWatched);
      const place = BigInt((batch.at(-1) as ListedMail).uid) + 1n;
      await note(isSame && place < state.uid_next ? state.uid_next : place);
    }
    if (folder.path === 'INBOX') run.inboxReadAt = begunAt;
  } finally {
    lock.release();
  }
}

/** Without a UIDVALIDITY the numbers of a folder are certain only for as long as the connection lasts (RFC 3501, 2.3.1.1). */
const hasSameNumbers = (state: FolderState, uidValidity: bigint | null): boolean =>
  uidValidity === null
    ? state.uid_validity === null && state.isOfThisConnection === true
    : state.uid_validity === uidValidity;

/** What is new; after an outage also everything since then, because what came may lie before the folder's place. */
async function watchedUids(client: ImapFlow, from: bigint, since: Date | null): Promise<number[]> {
  const fresh = await uidsFrom(client, from);
  if (since === null) return fresh;
  return [...new Set([...fresh, ...(await uidsSince(client, since))])].sort((one, other) => one - other);
}

/** Mails of a folder without a known place, since the mailbox sent its first mail: before it there was nothing to answer. */
async function oldUids(deps: ProcessDeps, client: ImapFlow, mailbox: SyncMailbox): Promise<number[]> {
  const first = await deps.db.systemSql((sql) => firstSentAt(mailbox.workspace_id, sql, mailbox.id));
  if (!first) return [];
  const since = new Date(Math.max(first.getTime(), deps.now() - longestBackfill) - day);
  return uidsSince(client, since);
}

/** Leaves out mails that are here already, before their content is fetched. */
async function withoutKnown(
  deps: ProcessDeps,
  client: ImapFlow,
  mailbox: SyncMailbox,
  batch: ListedMail[],
): Promise<ListedMail[]> {
  const envelopes = await fetchEvery(
    client,
    batch.map(({ uid }) => uid),
    { uid: true, envelope: true },
  );
  const sizes = new Map(batch.map(({ uid, size }) => [uid, size]));
  const listed = envelopes.flatMap(({ uid, envelope }) =>
    envelope?.messageId
      ? [
          {
            uid,
            messageId: envelope.messageId,
            sender: envelope.from?.[0]?.address?.toLowerCase() ?? '',
            date: dateOf(envelope),
            size: sizes.get(uid) ?? null,
          },
        ]
      : [],
  );
  const known = await deps.db.systemSql((sql) => findKnown(mailbox.workspace_id, sql, mailbox.id, listed));
  const uids = new Set([...known].map(({ uid }) => uid));
  return batch.filter(({ uid }) => !uids.has(uid));
}

/** A Date header that cannot be read comes as its text. */
function dateOf({ date }: MessageEnvelopeObject): string | null {
  if (date === undefined) return null;
  return date instanceof Date ? date.toUTCString() : String(date);
}

async function takeBatch(
  run: FolderRun,
  folder: string,
  batch: readonly ListedMail[],
  isWatched: boolean,
): Promise<void> {
  const { deps, client, mailbox, counts } = run;
  if (batch.length === 0) return;
  const onRefused = (uid: number, error: unknown) =>
    deps.log.error(
      { error, mailbox: mailbox.id, folder, uid },
      'the mail server does not give an email; it is not read',
    );
  for (const { at, ...mail } of await fetchSources(client, batch, onRefused)) {
    const { kind, messageRowId } = await processMail(deps, mailbox, {
      ...mail,
      folder,
      at: at ?? new Date(deps.now()),
    });
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (messageRowId !== undefined && run.sweepSince !== null) run.found.push(messageRowId);
    if (isWatched && at) run.lag = Math.max(run.lag ?? 0, (deps.now() - at.getTime()) / 1000 || 0);
    // Between two mails everything else has its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
