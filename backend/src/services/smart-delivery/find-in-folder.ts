import type { ImapFlow, ListResponse } from 'imapflow';
import { fetchEvery } from '#platform/mail/search-folder';
import type { ToFind } from './find-mails.store';
import { isSameMail, searchesFor, tellingHeaders } from './token-header';

/** Of the hits of a search, as many of the newest are compared. */
const mostCompared = 50;

const isSpamFolder = (folder: ListResponse): boolean =>
  folder.specialUse === '\\Junk' || /^(?:inbox[./])?(?:junk|spam|bulk)(?: e?-?mail)?$/i.test(folder.path);

/** Folders that nothing arrives in. */
export const isElsewhere = (folder: ListResponse): boolean =>
  ['\\Sent', '\\Drafts'].includes(folder.specialUse ?? '') || folder.flags.has('\\Noselect');

/** What landing in a folder means. */
export const placeOf = (folder: ListResponse) =>
  isSpamFolder(folder) ? 'SPAM' : folder.path.toUpperCase() === 'INBOX' ? 'INBOX' : 'TAB';

/**
 * Looks for an email in the open folder. What the server finds is compared here: a search may find parts of words, or
 * other mail of the sender.
 */
export async function findInFolder(client: ImapFlow, mail: ToFind): Promise<number | null> {
  for (const { query, proof } of searchesFor(mail)) {
    const found = (await client.search(query, { uid: true })) || [];
    const newest = found.sort((one, other) => one - other).slice(-mostCompared);
    if (newest.length === 0) continue;
    const messages = await fetchEvery(client, newest, { uid: true, headers: tellingHeaders });
    const same = messages.find(({ headers }) => isSameMail(mail, headers?.toString('latin1') ?? '', proof));
    if (same) return same.uid;
  }
  return null;
}
