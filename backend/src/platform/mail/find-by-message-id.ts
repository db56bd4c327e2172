import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { closedDuring, IncompleteAnswer, searchOrNull } from './search-folder';

/** Mails of a folder that are listed at once where the server does not search, and the most that are. */
const [listedAtOnce, mostListed] = [1_000, 20_000];
/** Found mails whose Message-ID is looked at. */
const mostRead = 20;
/** Clocks of servers differ, and a copy may be filed with the time at which it was written. */
const clockDoubt = 86_400_000;

interface WantedMail {
  messageId: string;
  /** How far back: the earliest time at which the email can have come, or the newest 1,000 emails, among which it must be. */
  reach: Date | 'NEWEST';
}

interface FoundMails {
  /** UIDs by Message-ID, of those that are in the folder. */
  uids: Map<string, number[]>;
  /** Message-IDs of which this folder cannot tell: it holds more than is listed. */
  untold: Set<string>;
}

/** UIDs of the emails with this Message-ID in the open folder. @throws IncompleteAnswer when that cannot be told */
export async function uidsWithMessageId(
  client: ImapFlow,
  messageId: string,
  reach: WantedMail['reach'],
): Promise<number[]> {
  const { uids, untold } = await findByMessageId(client, [{ messageId, reach }]);
  if (untold.size > 0) throw new IncompleteAnswer('The mail server refused a search');
  return uids.get(messageId) ?? [];
}

/**
 * Looks for emails by their Message-ID in the open folder. A search is believed only where what it finds has the Message-ID, and where the
 * server finds by it an email that is there; else the folder is listed, newest first and once for all of them.
 * @throws IncompleteAnswer
 */
export async function findByMessageId(client: ImapFlow, wanted: readonly WantedMail[]): Promise<FoundMails> {
  const uids = new Map<string, number[]>();
  const [absent, unread]: [WantedMail[], WantedMail[]] = [[], []];
  for (const mail of wanted) {
    const found = unread.length > 0 ? null : await searchFor(client, mail.messageId);
    if (found === null) unread.push(mail);
    else if (found.length > 0) uids.set(mail.messageId, found);
    else absent.push(mail);
  }
  if (absent.length > 0 && (unread.length > 0 || !(await findsLast(client)))) unread.push(...absent);
  if (unread.length === 0) return { uids, untold: new Set() };
  const listed = await listFor(client, unread);
  return { uids: new Map([...uids, ...listed.uids]), untold: listed.untold };
}

/** @returns null when the server does not search by Message-ID: it refused, or found something else */
async function searchFor(client: ImapFlow, messageId: string): Promise<number[] | null> {
  const found = await searchOrNull(client, { header: { 'message-id': messageId } });
  if (!found || found.length === 0) return found;
  const read = await client.fetchAll(found.slice(-mostRead).join(','), { uid: true, envelope: true }, { uid: true });
  if (!client.usable) throw closedDuring('a fetch');
  const same = read.filter(({ envelope }) => envelope?.messageId === messageId).map(({ uid }) => uid);
  return same.length > 0 ? same : null;
}

/** Whether the server finds the last email of the open folder by its Message-ID; one of an empty folder has nothing to hide. */
async function findsLast(client: ImapFlow): Promise<boolean> {
  if (existing(client) === 0) return true;
  const [last] = await client.fetchAll('*', { uid: true, envelope: true });
  if (!client.usable) throw closedDuring('a fetch');
  const known = last?.envelope?.messageId;
  return known !== undefined && known !== '' && ((await searchFor(client, known)) ?? []).length > 0;
}

const existing = (client: ImapFlow): number => (client.mailbox ? client.mailbox.exists : 0);

/** Emails that were imported lie behind newer ones, so one stretch of old ones is not the end; the newest are one stretch. */
const stretchesNeeded = ({ reach }: WantedMail): number => (reach === 'NEWEST' ? 1 : 2);

async function listFor(client: ImapFlow, wanted: readonly WantedMail[]): Promise<FoundMails> {
  const uids = new Map<string, number[]>();
  const open = new Map(wanted.map((mail) => [mail, stretchesNeeded(mail)]));
  const exists = existing(client);
  for (let last = exists; last > Math.max(0, exists - mostListed) && open.size > 0; last -= listedAtOnce) {
    const first = Math.max(1, last - listedAtOnce + 1);
    const listed = await listStretch(client, first, last);
    for (const [mail, needed] of open) {
      const same = listed.filter(({ envelope }) => envelope?.messageId === mail.messageId).map(({ uid }) => uid);
      const left = needed - (isBehind(listed, mail.reach) ? 1 : 0);
      if (same.length > 0) uids.set(mail.messageId, same);
      if (same.length > 0 || left === 0 || first === 1) open.delete(mail);
      else open.set(mail, left);
    }
  }
  return { uids, untold: new Set(exists === 0 ? [] : [...open.keys()].map(({ messageId }) => messageId)) };
}

/** Emails by their place in the folder. @throws IncompleteAnswer when the server left some out, or says the Message-ID of none */
async function listStretch(client: ImapFlow, first: number, last: number): Promise<FetchMessageObject[]> {
  const before = existing(client);
  const listed = await client.fetchAll(`${first}:${last}`, { uid: true, envelope: true, internalDate: true });
  if (!client.usable) throw closedDuring('a fetch');
  const isShort = listed.length < last - first + 1 && existing(client) >= before;
  if (isShort || listed.some(({ envelope }) => !envelope) || !listed.some(({ envelope }) => envelope?.messageId))
    throw new IncompleteAnswer('The mail server refused a search, and its list is incomplete');
  return listed;
}

/** Whether all of them came before an email can have come. */
const isBehind = (listed: readonly FetchMessageObject[], reach: WantedMail['reach']): boolean =>
  reach === 'NEWEST' ||
  listed.every(
    ({ internalDate }) => internalDate !== undefined && new Date(internalDate).getTime() < reach.getTime() - clockDoubt,
  );
