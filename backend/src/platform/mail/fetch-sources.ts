import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { fetchEvery } from './search-folder';

/**
 * Largest part of a mail that is read: the rest of an oversized mail is cut off before it is parsed, so that no mail
 * can hold up the others.
 */
const readBytes = 6 * 1024 * 1024;
/** Mails that are fetched at once, and their bytes together. */
const batchCount = 20;
const batchBytes = 12 * 1024 * 1024;

export interface ListedMail {
  uid: number;
  /** As the server says; null where it says nothing. Some only estimate it. */
  size: number | null;
}

/** Groups of mails that may be fetched at once. */
export async function* batches(client: ImapFlow, uids: readonly number[]): AsyncGenerator<ListedMail[]> {
  for (let start = 0; start < uids.length; start += 200) {
    const listed = await fetchEvery(client, uids.slice(start, start + 200), { uid: true, size: true });
    let batch: ListedMail[] = [];
    let bytes = 0;
    for (const { uid, size } of listed) {
      const read = Math.min(size ?? readBytes, readBytes);
      if (batch.length > 0 && (batch.length >= batchCount || bytes + read > batchBytes)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push({ uid, size: size ?? null });
      bytes += read;
    }
    if (batch.length > 0) yield batch;
  }
}

export interface FetchedMail {
  uid: number;
  source: Uint8Array;
  /** In bytes as the server says, with what was cut off. */
  size: number;
  isTruncated: boolean;
  /** When it arrived; null where neither the server nor the mail says so. */
  at: Date | null;
}

/** The content of these mails, in the order of their numbers; a mail that the server does not give in any form is left out and reported. */
export async function fetchSources(
  client: ImapFlow,
  batch: readonly ListedMail[],
  onRefused: (uid: number, error: unknown) => void,
): Promise<FetchedMail[]> {
  const uids = batch.map(({ uid }) => uid);
  const found = await fetchEvery(client, uids, { ...basics, source: { start: 0, maxLength: readBytes } }).catch(
    (error: unknown) => {
      if (!isRefusal(error)) throw error;
      return [];
    },
  );
  const whole = new Map(found.flatMap((mail) => (mail.source ? [[mail.uid, mail] as const] : [])));
  // One mail that a server cannot give must not keep the others of its group from being read.
  const gone = new Set(found.length > 0 ? uids.filter((uid) => !found.some((mail) => mail.uid === uid)) : []);
  const mails: FetchedMail[] = [];
  for (const listed of batch) {
    if (gone.has(listed.uid)) continue;
    const mail = whole.get(listed.uid) ?? (await fetchAlone(client, listed, onRefused));
    if (mail) mails.push(toFetched(mail, listed.size));
  }
  return mails;
}

const basics = { uid: true, internalDate: true } as const;

/** A mail in the ways in which servers give one: the part that is read, the whole, its header alone. */
async function fetchAlone(
  client: ImapFlow,
  { uid, size }: ListedMail,
  onRefused: (uid: number, error: unknown) => void,
): Promise<FetchMessageObject | null> {
  let refusal: unknown = null;
  const ways = [
    { ...basics, source: { start: 0, maxLength: readBytes } },
    ...(size === null || size <= readBytes ? [{ ...basics, source: true }] : []),
    { ...basics, headers: true },
  ];
  for (const way of ways) {
    try {
      const [mail] = await fetchEvery(client, [uid], way);
      if (!mail) return null;
      const source = mail.source ?? mail.headers;
      if (source && source.byteLength > 0) return { ...mail, source };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusal = error;
    }
  }
  onRefused(uid, refusal);
  return null;
}

/** Whether the server answered NO or BAD, in contrast to a connection that broke. */
export const isRefusal = (error: unknown): boolean =>
  ['NO', 'BAD'].includes((error as { responseStatus?: string }).responseStatus ?? '');

function toFetched({ uid, source, internalDate }: FetchMessageObject, listed: number | null): FetchedMail {
  const bytes = (source ?? Buffer.alloc(0)).subarray(0, readBytes);
  const isTruncated = (source?.byteLength ?? 0) >= readBytes && (listed === null || listed > readBytes);
  return {
    uid,
    source: bytes,
    size: listed ?? bytes.byteLength,
    isTruncated,
    at: validDate(internalDate) ?? dateInHeader(bytes),
  };
}

function validDate(value: Date | string | undefined): Date | null {
  const date = value === undefined ? null : new Date(value);
  return date && !Number.isNaN(date.getTime()) ? date : null;
}

/** Arrival by the mail's own header: what its last server noted (RFC 5321, 4.4), then the sender's Date. */
function dateInHeader(source: Uint8Array): Date | null {
  const text = Buffer.from(source.subarray(0, 64 * 1024)).toString('latin1');
  const header = (text.split(/\r?\n\r?\n/, 1)[0] ?? '').replace(/\r?\n[ \t]+/g, ' ');
  const received = /^received:[^\r\n]*;([^;\r\n]*)/im.exec(header)?.[1];
  const sent = /^date:([^\r\n]*)/im.exec(header)?.[1];
  for (const value of [received, sent]) {
    const date = validDate(value?.replace(/\([^)]{0,60}\)/g, '').trim());
    if (date) return date;
  }
  return null;
}
