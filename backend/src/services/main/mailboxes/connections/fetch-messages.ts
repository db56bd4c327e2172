import type { MailboxId } from '@skein/contracts/ids';
import type { FetchMessageObject, ImapFlow, ListResponse, MessageAddressObject } from 'imapflow';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import { imapFailure, ImapFailure, openImap } from '#platform/mail/open-imap';
import { readOrElse } from '#platform/workers/answer-heavy';
import type { HeavyWork } from '#platform/workers/heavy-work';
import { requireVisible } from './connect-mailbox';
import type { MailboxDeps } from './mailboxes.deps';
import { readBodyTask } from './read-body';

/** Which mails of a mailbox are read: `from` and `to` are days on which they came, both included. */
export interface MessageQuery {
  limit: number;
  folder: string;
  includeBody: boolean;
  from?: string;
  to?: string;
}

/** Largest part of one mail that is read, and the bodies of one answer together, in bytes. */
const readBytes = 256 * 1024;
const answerBytes = 5 * 1024 * 1024;
/** Mails that are fetched at once. */
const batchCount = 20;

/** What a folder is for, by the names that people give it. */
const specialUses: Record<string, string> = {
  SENT: '\\Sent',
  SPAM: '\\Junk',
  JUNK: '\\Junk',
  TRASH: '\\Trash',
  DRAFTS: '\\Drafts',
  ARCHIVE: '\\Archive',
  ALL: '\\All',
};

/**
 * Newest mails of a folder, read at the mail server now, over a connection of its own; nothing is marked as read and nothing is stored.
 * @throws SkeinError NOT_FOUND, VALIDATION for a folder that is not there, MAILBOX_CONNECTION in the server's words
 */
export async function fetchMessages(deps: MailboxDeps, actor: RequestActor, mailboxId: MailboxId, query: MessageQuery) {
  const record = await requireVisible(deps, actor, mailboxId);
  let client: ImapFlow | null = null;
  try {
    client = await openImap(await deps.servers.imap(actor.workspaceId, mailboxId), deps.rules);
    const folder = folderNamed(await client.list(), query.folder);
    const lock = await client.getMailboxLock(folder, { readOnly: true });
    try {
      const found = (await client.search(range(query), { uid: true })) || [];
      const newest = found.sort((one, other) => other - one).slice(0, query.limit);
      return {
        account_id: record.id,
        from_email: record.from_email,
        folder,
        total: found.length,
        messages: await readMails(deps.heavyWork, client, newest, query.includeBody),
      };
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof SkeinError) throw error;
    const failure = error instanceof ImapFailure ? error : imapFailure(error as Error);
    throw new SkeinError('MAILBOX_CONNECTION', `${record.from_email} could not be read: ${failure.response}`, [], {
      cause: error,
    });
  } finally {
    client?.close();
  }
}

const range = ({ from, to }: MessageQuery) => ({
  ...(from === undefined && to === undefined ? { all: true } : {}),
  ...(from !== undefined && { since: new Date(from) }),
  ...(to !== undefined && { before: new Date(Date.parse(to) + 86_400_000) }),
});

/** The path of a folder by its own name, or by what it is for. @throws SkeinError VALIDATION */
function folderNamed(folders: ListResponse[], name: string): string {
  const wanted = name.toUpperCase();
  const found =
    folders.find((folder) => folder.path === name) ??
    folders.find((folder) => folder.path.toUpperCase() === wanted) ??
    folders.find((folder) => folder.specialUse === specialUses[wanted]);
  if (!found || found.flags.has('\\Noselect'))
    throw invalidField(
      'folder',
      `does not exist in this mailbox; it has ${folders
        .map((folder) => folder.path)
        .slice(0, 30)
        .join(', ')}`,
    );
  return found.path;
}

async function readMails(work: Pick<HeavyWork, 'run'>, client: ImapFlow, uids: readonly number[], withBody: boolean) {
  const mails = [];
  let left = withBody ? answerBytes : 0;
  for (let start = 0; start < uids.length; start += batchCount) {
    const fetched = await client.fetchAll(
      uids.slice(start, start + batchCount).join(','),
      {
        uid: true,
        envelope: true,
        flags: true,
        size: true,
        internalDate: true,
        ...(left > 0 && { source: { start: 0, maxLength: readBytes } }),
      },
      { uid: true },
    );
    for (const mail of fetched.sort((one, other) => other.uid - one.uid)) {
      const body = mail.source && left > 0 ? await bodyOf(work, mail.source, mail.size ?? 0) : null;
      if (body) left -= body.text.length + body.html.length;
      mails.push({ ...summaryOf(mail), body });
    }
  }
  return mails;
}

const people = (list: MessageAddressObject[] | undefined) =>
  (list ?? []).slice(0, 100).map(({ name = '', address = '' }) => ({ name, email: address }));

function summaryOf({ uid, envelope, flags, size = 0, internalDate }: FetchMessageObject) {
  const at = internalDate ?? envelope?.date;
  const date = at === undefined ? null : new Date(at);
  return {
    uid,
    message_id: envelope?.messageId ?? null,
    subject: envelope?.subject ?? '',
    from: people(envelope?.from)[0] ?? null,
    to: people(envelope?.to),
    cc: people(envelope?.cc),
    date: date && !Number.isNaN(date.getTime()) ? date.toISOString() : null,
    is_read: flags?.has('\\Seen') ?? false,
    size,
  };
}

/** Content of a mail that is safe to show; none of one that takes too long to read. */
async function bodyOf(work: Pick<HeavyWork, 'run'>, source: Uint8Array, size: number) {
  const body = await readOrElse(work, readBodyTask, source, {
    size: source.byteLength,
    instead: () => ({ text: '', html: '' }),
  });
  return { ...body, is_truncated: source.length < size };
}
