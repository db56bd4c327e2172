import type { ImapFlow, ListResponse } from 'imapflow';
import { isElsewhere, placeOf } from './find-in-folder';

/** Of the newest messages of a folder so many are compared, of so many folders: the code was emailed a short time ago. */
const mostMessages = 100;
const mostFolders = 40;
const order = { INBOX: 0, SPAM: 1, TAB: 2 };

/**
 * Looks for a code in the subjects of the newest messages of a mailbox. The server is not asked to search for it: only
 * its hash is known here.
 */
export async function findCode(client: ImapFlow, isCode: (code: string) => boolean): Promise<boolean> {
  const folders = (await client.list())
    .filter((each) => !isElsewhere(each))
    .sort((one, other) => order[placeOf(one)] - order[placeOf(other)])
    .slice(0, mostFolders);
  for (const folder of folders) if (await isInFolder(client, folder, isCode)) return true;
  return false;
}

async function isInFolder(
  client: ImapFlow,
  { path }: ListResponse,
  isCode: (code: string) => boolean,
): Promise<boolean> {
  const lock = await client.getMailboxLock(path);
  try {
    const count = client.mailbox ? client.mailbox.exists : 0;
    if (count === 0) return false;
    const messages = await client.fetchAll(`${Math.max(1, count - mostMessages + 1)}:*`, { headers: ['subject'] });
    return messages.some(({ headers }) => {
      const [code] = /\b[0-9a-f]{32}\b/.exec(headers?.toString('latin1') ?? '') ?? [];
      return code !== undefined && isCode(code);
    });
  } finally {
    lock.release();
  }
}
