import type { FetchMessageObject, FetchQueryObject, ImapFlow, ListResponse, SearchObject } from 'imapflow';
import { processMail, type ProcessDeps, type ProcessResult } from './process-mail';
import { readRecorder } from '../../mailboxes/mailboxes.api';
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

/** Largest part of a mail that is read: the rest of an oversized mail is cut off before it is parsed, so that no mail can hold up the others. */
const readBytes = 6 * 1024 * 1024;
/** Mails that are fetched at once, and their bytes together. */
const batchCount = 20;
const batchBytes = 12 * 1024 * 1024;
const day = 86_400_000;
/** How far back a folder is read that is seen for the first time, or was renumbered. */
const longestBackfill = 90 * day;
/** A mailbox that could not be read for so long is swept once it can be. */
const sweptAfter = 10 * 60_000;

type SyncScope = 'inbox' | 'all';
export type SyncCounts = Partial<Record<ProcessResult, number>>;

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
 * means new numbers for old mails: the folder is read again, and known mails are recognised by their Message-ID.
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
  };
  if (options.scope === 'inbox' && run.sweepSince === null && memory.folders.has('INBOX')) {
    await syncFolder(run, { path: 'INBOX', specialUse: null });
  } else {
    const folders = await client.list();
    for (const folder of folders.sort(inboxLast)) {
      if (stopping?.aborted || !isRead(folder)) continue;
      const state = memory.folders.get(folder.path);
      if (state && run.sweepSince === null && folder.path !== 'INBOX' && !(await hasNew(client, folder.path, state)))
        continue;
      await syncFolder(run, { path: folder.path, specialUse: folder.specialUse ?? null });
    }
  }
  // A read that was cut short says nothing about what INBOX holds.
  if (stopping?.aborted || run.inboxReadAt === null) return counts;
  if (run.sweepSince !== null) await reportSweep(deps, mailbox, counts);
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
  /** Seconds for which the mail that waited longest had lain in a folder that was read before; what a first look finds was nobody's to read. */
  lag: number | null;
  /** The database's clock when INBOX was asked for new mail; null until it was read to its end. */
  inboxReadAt: number | null;
  /** After an outage: since when every folder is compared with what is here, whatever its place; null when it is not. */
  sweepSince: Date | null;
}

/** A day before the mailbox fell silent: what a server shows late, or what was on its way then, lies before the place of its folder. */
function sweepStart(deps: ProcessDeps, mailbox: SyncMailbox, memory: SyncMemory): Date | null {
  const since = mailbox.silent_since?.getTime();
  if (memory.isSwept || since === undefined || deps.now() - since < sweptAfter) return null;
  return new Date(since - day);
}

async function reportSweep(deps: ProcessDeps, mailbox: SyncMailbox, counts: SyncCounts): Promise<void> {
  const silentSince = mailbox.silent_since;
  if (!silentSince) return;
  const { recorded = 0, untracked = 0 } = counts;
  await reportOutage(
    deps.db,
    { ...mailbox, silent_since: silentSince },
    { recorded, untracked, until: new Date(deps.now()) },
  );
}

/** INBOX stays selected when it is read last: whatever comes from then on is told by the server. */
const inboxLast = (one: ListResponse, other: ListResponse) =>
  Number(one.path === 'INBOX') - Number(other.path === 'INBOX');

/** Drafts are nobody's mail yet; folders that only hold other folders cannot be opened. */
const isRead = (folder: ListResponse) =>
  folder.specialUse !== '\\Drafts' && !folder.flags.has('\\Noselect') && !folder.flags.has('\\NonExistent');

async function hasNew(client: ImapFlow, path: string, state: FolderState): Promise<boolean> {
  const status = await client.status(path, { uidNext: true, uidValidity: true });
  if (!status) return true;
  return (
    BigInt(status.uidNext ?? 0) > state.uid_next ||
    (status.uidValidity !== undefined && BigInt(status.uidValidity) !== state.uid_validity)
  );
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
    const uidValidity = BigInt(client.mailbox.uidValidity);
    const uidNext = BigInt(client.mailbox.uidNext);
    const isSame = state !== null && state.uid_validity === uidValidity;
    const note = async (place: bigint) => {
      await deps.db.systemSql((sql) =>
        writeFolder(mailbox.workspace_id, sql, mailbox.id, {
          ...folder,
          uidValidity,
          uidNext: place,
          at: new Date(deps.now()),
        }),
      );
      run.known.set(folder.path, { path: folder.path, uid_validity: uidValidity, uid_next: place });
    };
    const uids = isSame
      ? await watchedUids(client, state.uid_next, run.sweepSince)
      : await oldUids(deps, client, mailbox);
    const isWatched = isSame && run.sweepSince === null;
    // The place is noted even where nothing was read, so that only what comes later is looked at.
    if (uids.length === 0 && !isSame) await note(uidNext);
    for await (const batch of batches(client, uids)) {
      if (run.stopping?.aborted) return;
      const unknown = isWatched ? batch : await withoutKnown(deps, client, mailbox, batch);
      await takeBatch(run, folder.path, unknown, isWatched);
      const place = BigInt((batch.at(-1) as Listed).uid) + 1n;
      await note(isSame && place < state.uid_next ? state.uid_next : place);
    }
    if (folder.path === 'INBOX') run.inboxReadAt = begunAt;
  } finally {
    lock.release();
  }
}

/** `n:*` names at least the last mail, also when it is older than n. */
async function newUids(client: ImapFlow, from: bigint): Promise<number[]> {
  const found = await searchUids(client, { uid: `${from}:*` });
  return found.filter((uid) => BigInt(uid) >= from).sort((one, other) => one - other);
}

/** What is new; after an outage also everything since then, because what came may lie before the folder's place. */
async function watchedUids(client: ImapFlow, from: bigint, since: Date | null): Promise<number[]> {
  const fresh = await newUids(client, from);
  if (since === null) return fresh;
  return [...new Set([...fresh, ...(await searchUids(client, { since }))])].sort((one, other) => one - other);
}

/** Mails of a folder without a known place, since the mailbox sent its first mail: before it there was nothing to answer. */
async function oldUids(deps: ProcessDeps, client: ImapFlow, mailbox: SyncMailbox): Promise<number[]> {
  const first = await deps.db.systemSql((sql) => firstSentAt(mailbox.workspace_id, sql, mailbox.id));
  if (!first) return [];
  const since = new Date(Math.max(first.getTime(), deps.now() - longestBackfill) - day);
  return (await searchUids(client, { since })).sort((one, other) => one - other);
}

class IncompleteAnswer extends Error {}

/** The library answers a search on a broken connection with "nothing", which must not be taken for an empty folder. @throws IncompleteAnswer */
async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!found || !client.usable) throw new IncompleteAnswer('The connection closed during a search');
  return found;
}

/** Everything that was asked for, but for mails that are gone. A connection that broke in the middle gives a part without a word: then nothing is taken as read. @throws IncompleteAnswer */
async function fetchEvery(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchMessageObject[]> {
  const fetched = await client.fetchAll(uids.join(','), query, { uid: true });
  const got = new Set(fetched.map(({ uid }) => uid));
  const missing = uids.filter((uid) => !got.has(uid));
  if (!client.usable || (missing.length > 0 && (await searchUids(client, { uid: missing.join(',') })).length > 0))
    throw new IncompleteAnswer('The connection closed during a fetch');
  return fetched;
}

interface Listed {
  uid: number;
  size: number;
}

/** Groups of mails that may be fetched at once. */
async function* batches(client: ImapFlow, uids: readonly number[]): AsyncGenerator<Listed[]> {
  for (let start = 0; start < uids.length; start += 200) {
    const listed = await fetchEvery(client, uids.slice(start, start + 200), { uid: true, size: true });
    let batch: Listed[] = [];
    let bytes = 0;
    for (const { uid, size = 0 } of listed.sort((one, other) => one.uid - other.uid)) {
      const read = Math.min(size, readBytes);
      if (batch.length > 0 && (batch.length >= batchCount || bytes + read > batchBytes)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push({ uid, size });
      bytes += read;
    }
    if (batch.length > 0) yield batch;
  }
}

/** Leaves out mails that are here already, before their content is fetched. */
async function withoutKnown(
  deps: ProcessDeps,
  client: ImapFlow,
  mailbox: SyncMailbox,
  batch: Listed[],
): Promise<Listed[]> {
  const envelopes = await fetchEvery(
    client,
    batch.map(({ uid }) => uid),
    { uid: true, envelope: true },
  );
  const ids = new Map(envelopes.map(({ uid, envelope }) => [uid, envelope?.messageId ?? '']));
  const known = await deps.db.systemSql((sql) =>
    findKnown(mailbox.workspace_id, sql, mailbox.id, [...ids.values()].filter(Boolean)),
  );
  return batch.filter(({ uid }) => !known.has(ids.get(uid) ?? ''));
}

async function takeBatch(run: FolderRun, folder: string, batch: readonly Listed[], isWatched: boolean): Promise<void> {
  const { deps, client, mailbox, counts } = run;
  if (batch.length === 0) return;
  const fetched = await fetchEvery(
    client,
    batch.map(({ uid }) => uid),
    { uid: true, internalDate: true, source: { start: 0, maxLength: readBytes } },
  );
  const sizes = new Map(batch.map(({ uid, size }) => [uid, size]));
  for (const { uid, source, internalDate } of fetched.sort((one, other) => one.uid - other.uid)) {
    if (!source) continue;
    const size = sizes.get(uid) ?? source.length;
    const at = internalDate ? new Date(internalDate) : new Date(deps.now());
    const result = await processMail(deps, mailbox, {
      source,
      size,
      isTruncated: source.length < size,
      folder,
      at: Number.isNaN(at.getTime()) ? new Date(deps.now()) : at,
    });
    counts[result] = (counts[result] ?? 0) + 1;
    if (isWatched && internalDate) run.lag = Math.max(run.lag ?? 0, (deps.now() - at.getTime()) / 1000 || 0);
    // Between two mails everything else has its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
