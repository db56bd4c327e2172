import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { readHtml } from '@skein/template/html-tokens';
import type { ImapFlow } from 'imapflow';
import type { Readable } from 'node:stream';
import type { Database } from '#platform/db/database';
import { composeMime } from '#platform/mail/compose-mime';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import { openImap } from '#platform/mail/open-imap';
import { uidsWithMessageId } from '#platform/mail/find-by-message-id';
import { trackingUrls } from '#platform/tracking/tracking-token';
import type { AttachedFile } from './open-attachment';
import { isSentFolder } from './settle-doubt';
import { giveUpCopies, markFiled, noteProvider, takeSentCopies, type SentCopy } from './sent-copies.store';

export interface SentCopyDeps {
  db: Database;
  imapServer: (workspaceId: WorkspaceId, mailboxId: MailboxId) => Promise<MailServer>;
  rules: ConnectionRules;
  readAttachment: (file: AttachedFile) => Promise<Readable>;
  trackingKey: Uint8Array;
  trackingBase: string;
  /** Real seconds that a provider is given to file a mail by itself, until it has let one pass; a minute if not given. */
  copyAfterSeconds?: number;
  log: { error: (fields: object, text: string) => void };
}

/**
 * Puts a copy of what was sent into Sent where the provider files none itself, as a mail program does: after SENT is
 * committed, and only when Sent does not hold the Message-ID already. So the owner sees what left, and a restored
 * database can be reconciled with Sent. A provider that filed nothing within a minute is not waited for again.
 * @returns how many copies were taken up
 */
export async function fileSentCopies(deps: SentCopyDeps, most = 50): Promise<number> {
  const copies = await deps.db.systemSql((sql) => takeSentCopies(sql, most, deps.copyAfterSeconds ?? 60));
  const byMailbox = new Map<number, SentCopy[]>();
  for (const copy of copies) byMailbox.set(copy.mailbox_id, [...(byMailbox.get(copy.mailbox_id) ?? []), copy]);
  for (const [mailboxId, group] of byMailbox) {
    // Tried again after the time that was committed when they were taken.
    await fileInMailbox(deps, mailboxId, group).catch((error) =>
      deps.log.error({ error, mailbox: mailboxId }, 'copies of sent mail could not be filed'),
    );
  }
  return copies.length;
}

async function fileInMailbox(deps: SentCopyDeps, mailboxId: MailboxId, copies: SentCopy[]): Promise<void> {
  const [first] = copies;
  if (!first) return;
  const client = await openImap(await deps.imapServer(first.workspace_id, mailboxId), deps.rules);
  try {
    const folders = await client.list();
    const sent = folders.find((folder) => folder.specialUse === '\\Sent') ?? folders.find(isSentFolder);
    if (!sent) {
      await deps.db.systemSql((sql) =>
        giveUpCopies(
          sql,
          copies.map((copy) => copy.id),
        ),
      );
      return;
    }
    for (const copy of copies) {
      const ids = [copy.message_id, ...(copy.provider_message_id ? [copy.provider_message_id] : [])];
      const isThere = (await Promise.all(ids.map((id) => holds(client, sent.path, id)))).includes(true);
      if (!isThere) await client.append(sent.path, await copyOf(deps, copy), ['\\Seen'], copy.sent_at);
      await deps.db.systemSql(async (sql) => {
        await markFiled(sql, [copy.id]);
        // A look again may find our own copy, whose answer was lost.
        if (copy.attempts === 1) await noteProvider(sql, mailboxId, !isThere);
      });
    }
  } finally {
    await client.logout().catch(() => client.close());
  }
}

async function holds(client: ImapFlow, folder: string, messageId: string): Promise<boolean> {
  const lock = await client.getMailboxLock(folder);
  try {
    return (await uidsWithMessageId(client, messageId, 'NEWEST')).length > 0;
  } finally {
    lock.release();
  }
}

/** HTML without the images that load this address. */
function withoutImage(html: string, address: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const token of readHtml(html)) {
    if (token.kind !== 'tag' || token.name !== 'img') continue;
    if (!html.slice(token.start, token.end).includes(address)) continue;
    kept.push(html.slice(from, token.start));
    from = token.end;
  }
  return kept.join('') + html.slice(from);
}

/** The mail as its owner may read it: without the pixel and with the links themselves, so that looking at Sent counts as nothing. */
async function copyOf(deps: SentCopyDeps, copy: SentCopy): Promise<Buffer> {
  // The domain may have been verified, or have lost that, since the mail left: the addresses of both are taken out.
  const bases = [deps.trackingBase, ...(copy.tracking_domain ? [`https://${copy.tracking_domain}`] : [])];
  const every = bases.map((base) => trackingUrls(deps.trackingKey, base, BigInt(copy.id)));
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const bare = (text: string, link: (url: string) => string) =>
    every.reduce(
      (kept, urls) =>
        copy.links.reduce((changed, url, index) => changed.replaceAll(urls.click(index), () => link(url)), kept),
      text,
    );
  const html =
    copy.body_html === null
      ? null
      : every.reduce((kept, urls) => withoutImage(kept, urls.open), bare(copy.body_html, escaped));
  return composeMime({
    from: { name: copy.from_name, address: copy.from_email },
    to: { address: copy.to_email },
    cc: copy.cc,
    replyTo: copy.reply_to,
    subject: copy.subject,
    html,
    text: bare(copy.body_text ?? '', (url) => url),
    messageId: copy.message_id,
    inReplyTo: copy.in_reply_to,
    references: copy.references,
    date: copy.sent_at,
    attachments: await Promise.all(
      copy.attachments.map(async (file) => ({
        filename: file.name,
        contentType: file.content_type,
        content: await deps.readAttachment(file),
      })),
    ),
  });
}
