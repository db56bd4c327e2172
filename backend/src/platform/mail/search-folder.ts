import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow';

/** The server broke off or refused while answering, so what it gave must not be taken for everything there is. */
export class IncompleteAnswer extends Error {}

const closedDuring = (what: string) => new IncompleteAnswer(`The connection closed during ${what}`);

/**
 * The library answers a search that broke off or was refused with "nothing", which must not be taken for an empty folder.
 * @returns null when the server refused
 * @throws IncompleteAnswer
 */
async function searchOrNull(client: ImapFlow, query: SearchObject): Promise<number[] | null> {
  const found = await client.search(query, { uid: true });
  if (!client.usable) throw closedDuring('a search');
  return found ? found.sort((one, other) => one - other) : null;
}

/** The number and the arrival of every mail from a UID on, where the server does not search. @throws IncompleteAnswer */
async function listFrom(client: ImapFlow, from: bigint): Promise<FetchMessageObject[]> {
  if (!client.mailbox || client.mailbox.exists === 0) return [];
  const listed = await client.fetchAll(`${from}:*`, { uid: true, internalDate: true }, { uid: true });
  if (!client.usable) throw closedDuring('a fetch');
  return listed.sort((one, other) => one.uid - other.uid);
}

/** `n:*` names at least the last mail, also when it is older than n. @throws IncompleteAnswer */
export async function uidsFrom(client: ImapFlow, from: bigint): Promise<number[]> {
  const first = from > 0n ? from : 1n;
  const found =
    (await searchOrNull(client, { uid: `${first}:*` })) ?? (await listFrom(client, first)).map(({ uid }) => uid);
  return found.filter((uid) => BigInt(uid) >= first);
}

/** Mails that came on this day or later; those without a date of arrival count as such. @throws IncompleteAnswer */
export async function uidsSince(client: ImapFlow, since: Date): Promise<number[]> {
  const found = await searchOrNull(client, { since });
  if (found) return found;
  return (await listFrom(client, 1n))
    .filter(({ internalDate }) => !internalDate || !(new Date(internalDate).getTime() < since.getTime()))
    .map(({ uid }) => uid);
}

/** Mails of a folder that are listed at once where the server does not search, and the most that are. */
const [listedAtOnce, mostListed] = [1_000, 20_000];
/** Clocks of servers differ, and a copy may be filed with the time at which it was written. */
const clockDoubt = 86_400_000;

/**
 * UIDs of the emails with this Message-ID in the open folder. A search that finds nothing is believed only of a server that finds by this
 * header an email which is there; else the folder is listed, newest first.
 * @param reach how far back: the earliest time at which the email can have come, or the newest 1,000 emails, among which it must be
 * @throws IncompleteAnswer when that cannot be told
 */
export async function uidsWithMessageId(
  client: ImapFlow,
  messageId: string,
  reach: Date | 'NEWEST',
): Promise<number[]> {
  const found = await searchOrNull(client, { header: { 'message-id': messageId } });
  if (found && (found.length > 0 || (await findsByMessageId(client)))) return found;
  return listWithMessageId(client, messageId, reach);
}

const isEmpty = (client: ImapFlow): boolean => !client.mailbox || client.mailbox.exists === 0;

/** Whether the server finds the last email of the open folder by its Message-ID; one of an empty folder has nothing to hide. */
async function findsByMessageId(client: ImapFlow): Promise<boolean> {
  if (isEmpty(client)) return true;
  const [last] = await client.fetchAll('*', { uid: true, envelope: true });
  if (!client.usable) throw closedDuring('a fetch');
  const known = last?.envelope?.messageId;
  if (!known) return false;
  return ((await searchOrNull(client, { header: { 'message-id': known } })) ?? []).length > 0;
}

async function listWithMessageId(client: ImapFlow, messageId: string, reach: Date | 'NEWEST'): Promise<number[]> {
  const exists = client.mailbox ? client.mailbox.exists : 0;
  const isFar = (mail: FetchMessageObject): boolean =>
    reach === 'NEWEST' || arrivedBefore(mail, reach.getTime() - clockDoubt);
  for (let last = exists; last > Math.max(0, exists - mostListed); last -= listedAtOnce) {
    const first = Math.max(1, last - listedAtOnce + 1);
    const listed = await client.fetchAll(`${first}:${last}`, { uid: true, envelope: true, internalDate: true });
    if (!client.usable) throw closedDuring('a fetch');
    const same = listed.filter(({ envelope }) => envelope?.messageId === messageId).map(({ uid }) => uid);
    if (same.length > 0) return same;
    if (listed.some(({ envelope }) => !envelope)) break;
    if (first === 1 || (listed.length > 0 && listed.every(isFar))) return [];
  }
  if (exists === 0) return [];
  throw new IncompleteAnswer('The mail server refused a search');
}

const arrivedBefore = ({ internalDate }: FetchMessageObject, time: number): boolean =>
  internalDate !== undefined && new Date(internalDate).getTime() < time;

/** The UIDVALIDITY of the open folder. SELECT and STATUS may leave it out (RFC 3501, 6.3.1); null when both do. */
export async function uidValidityOf(client: ImapFlow, path: string): Promise<bigint | null> {
  const selected = client.mailbox ? client.mailbox.uidValidity : undefined;
  // The library's types promise what servers leave out.
  if ((selected as bigint | undefined) !== undefined) return BigInt(selected as bigint);
  const status = await client.status(path, { uidValidity: true });
  return status && status.uidValidity !== undefined ? BigInt(status.uidValidity) : null;
}

/** A UID that the next mail of the open folder has at least: the server's UIDNEXT, or the one after the last mail where it says none. @throws IncompleteAnswer */
export async function nextUidOf(client: ImapFlow): Promise<bigint> {
  if (!client.mailbox) throw closedDuring('a look at a folder');
  const { uidNext, exists } = client.mailbox;
  if (uidNext) return BigInt(uidNext);
  if (exists === 0) return 1n;
  const [last] = await client.fetchAll('*', { uid: true });
  if (!client.usable) throw closedDuring('a fetch');
  const highest = last?.uid ?? (await uidsFrom(client, 1n)).at(-1) ?? 0;
  return BigInt(highest) + 1n;
}

/**
 * Everything that was asked for, but for mails that are gone. A connection that broke in the middle gives a part without a word:
 * then nothing is taken as read. @throws IncompleteAnswer
 */
export async function fetchEvery(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchMessageObject[]> {
  const fetched = await client.fetchAll(uids.join(','), query, { uid: true });
  if (!client.usable) throw closedDuring('a fetch');
  const got = new Set(fetched.map(({ uid }) => uid));
  const missing = uids.filter((uid) => !got.has(uid));
  if (missing.length > 0 && (await areThere(client, missing))) throw closedDuring('a fetch');
  return fetched.filter(({ uid }) => uids.includes(uid)).sort((one, other) => one.uid - other.uid);
}

async function areThere(client: ImapFlow, uids: readonly number[]): Promise<boolean> {
  const found = await searchOrNull(client, { uid: uids.join(',') });
  if (found) return found.length > 0;
  const listed = await client.fetchAll(uids.join(','), { uid: true }, { uid: true });
  if (!client.usable) throw closedDuring('a fetch');
  return listed.length > 0;
}
