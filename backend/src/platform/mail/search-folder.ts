import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow';

/** The server broke off or refused while answering, so what it gave must not be taken for everything there is. */
export class IncompleteAnswer extends Error {}

export const closedDuring = (what: string) => new IncompleteAnswer(`The connection closed during ${what}`);

/**
 * The library answers a search that broke off or was refused with "nothing", which must not be taken for an empty folder.
 * @returns null when the server refused
 * @throws IncompleteAnswer
 */
export async function searchOrNull(client: ImapFlow, query: SearchObject): Promise<number[] | null> {
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

/** The UIDVALIDITY of the open folder. SELECT and STATUS may leave it out (RFC 3501, 6.3.1); null when both do. */
export async function uidValidityOf(client: ImapFlow, path: string): Promise<bigint | null> {
  const selected = client.mailbox ? client.mailbox.uidValidity : undefined;
  // The library's types promise what servers leave out.
  if ((selected as bigint | undefined) !== undefined) return BigInt(selected as bigint);
  const status = await client.status(path, { uidValidity: true });
  return status && status.uidValidity !== undefined ? BigInt(status.uidValidity) : null;
}

/**
 * A UID that the next mail of the open folder has at least: the server's UIDNEXT, or the one after the last mail where it says none.
 * @throws IncompleteAnswer
 */
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
