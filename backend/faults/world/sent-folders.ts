import { ImapFlow } from 'imapflow';
import type { MailWorld } from '#sandbox/mail-world/world';
import type { Evidence } from '../checker/evidence';

/** The Message-IDs in a mailbox's Sent folder, read as any mail program reads them. */
async function readSent(mail: MailWorld, email: string): Promise<string[]> {
  const client = new ImapFlow({
    ...mail.imap,
    secure: false,
    auth: { user: email, pass: 'right-password' },
    logger: false,
  });
  await client.connect();
  const sent = (await client.list()).find((folder) => folder.specialUse === '\\Sent');
  const found: string[] = [];
  if (sent) {
    const opened = await client.mailboxOpen(sent.path);
    if (opened.exists > 0)
      for await (const message of client.fetch('1:*', { envelope: true }))
        found.push(message.envelope?.messageId ?? '');
  }
  await client.logout();
  return found;
}

/** What every mailbox has in Sent. */
export async function readSentFolders(mail: MailWorld, names: readonly string[]): Promise<Evidence['sentFolders']> {
  const sentFolders: Evidence['sentFolders'] = [];
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      for (const messageId of await readSent(mail, `${name}@northlight.test`))
        sentFolders.push({ mailbox: name, messageId });
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return sentFolders;
}
