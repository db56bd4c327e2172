import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { matchDeliveryReport, matchReply, type ReplyMatch } from '#engine/inbox-sync/match-reply';
import type { Database } from '#platform/db/database';
import { isTransient } from '#platform/db/retry';
import type { Live } from '#platform/live/live';
import type { FileStore } from '#platform/storage/disk-store';
import { HeavyWorkError, type HeavyWork } from '#platform/workers/heavy-work';
import { recogniseWarmup } from './recognise-warmup.store';
import { readMailTask, readUnreadable, type RawMail, type ReadMail } from './read-raw-mail';
import { findSentText, replyLookup } from './reply-lookup.store';
import { isOurMail, isOwnAddress, storeInbound, type InboundResult } from './store-inbound.store';
import { storeOwn } from './store-own.store';
import type { SyncMailbox } from './sync-state.store';

export interface ProcessDeps {
  db: Database;
  live: Live;
  files: Pick<FileStore, 'put'>;
  heavyWork: Pick<HeavyWork, 'run'>;
  /** Campaign time in milliseconds. */
  now: () => number;
  /** By which warmup mails are recognised; without it none is. */
  warmupKey?: Uint8Array;
  log: { error: (fields: object, text: string) => void };
}

export interface ProcessResult {
  kind: InboundResult['kind'] | 'own' | 'warmup';
  /** Row of a mail that is shown to people. */
  messageRowId?: string;
}

/** Attachments of one mail that are kept, in bytes all together. */
const storedAttachments = 15 * 1024 * 1024;

/**
 * Takes in one mail of a mailbox: read, matched and recorded in one transaction with everything that follows from it. A mail
 * that cannot be taken in (a poison message) leaves a plain row and never blocks its folder; what the database could not do now
 * throws, and the mail is fetched again.
 */
export async function processMail(deps: ProcessDeps, mailbox: SyncMailbox, raw: RawMail): Promise<ProcessResult> {
  // INTERNALDATE is the server's; a mail that seems to come from later than now was moved here with another clock.
  const read = await readMail(deps, mailbox, { ...raw, at: new Date(Math.min(raw.at.getTime(), deps.now())) });
  try {
    return await take(deps, mailbox, read);
  } catch (error) {
    if (isTransient(error)) throw error;
    deps.log.error(
      { error, mailbox: mailbox.id, folder: raw.folder, message: read.mail.messageId },
      'an email could not be taken in; it is kept without its content',
    );
    return await take(deps, mailbox, withoutContent(read));
  }
}

async function readMail(deps: ProcessDeps, mailbox: SyncMailbox, raw: RawMail): Promise<ReadMail> {
  try {
    const input = { raw, mailboxId: mailbox.id, zone: mailbox.time_zone };
    const read = await deps.heavyWork.run(readMailTask, input, raw.source.byteLength);
    if (!read.isOnlyQuote) return read;
    // Read again beside what it answers: an answer below a quote without marks begins where our words end.
    const ids = [...(read.mail.inReplyTo ? [read.mail.inReplyTo] : []), ...read.mail.references];
    const sent = await deps.db.systemSql((sql) => findSentText(mailbox.workspace_id, sql, ids));
    return sent === null ? read : await deps.heavyWork.run(readMailTask, { ...input, sent }, raw.source.byteLength);
  } catch (error) {
    if (!(error instanceof HeavyWorkError) || error.reason === 'BUSY') throw error;
    const read = readUnreadable(raw, mailbox.id);
    deps.log.error(
      { error, mailbox: mailbox.id, folder: raw.folder, message: read.mail.messageId },
      'an email could not be read in time; it is kept with its raw text',
    );
    return read;
  }
}

async function take(deps: ProcessDeps, mailbox: SyncMailbox, read: ReadMail): Promise<ProcessResult> {
  const { warmupKey } = deps;
  if (warmupKey && (await deps.db.systemSql((sql) => recogniseWarmup(warmupKey, sql, mailbox, read))))
    return { kind: 'warmup' };
  await storeAttachments(deps, mailbox, read);
  return deps.db.systemSql(async (sql) => {
    const { mail, parsed } = read;
    const sender = mail.from?.address ?? '';
    const isMailbox = sender !== '' && sender === mailbox.from_email;
    const isOwn = isMailbox || (sender !== '' && (await isOwnAddress(mailbox.workspace_id, sql, sender)));
    const lookup = replyLookup(
      mailbox.workspace_id,
      sql,
      mail.from ? { name: mail.from.name, address: mail.from.address } : null,
      mailbox.id,
    );
    const context = { mailboxEmail: mailbox.from_email, receivedAt: mail.at.getTime() };
    const find = (): Promise<ReplyMatch> =>
      read.report ? matchDeliveryReport(parsed, read.report, context, lookup) : matchReply(parsed, context, lookup);
    const match = isMailbox ? null : await find();
    if (
      match === null ||
      (isOwn && !(isAnswerOf(match, sender) && !(await isOurMail(mailbox.workspace_id, sql, mail.messageId))))
    ) {
      const written = isMailbox ? await storeOwn(mailbox.workspace_id, sql, mail) : null;
      if (written) await deps.live.publish(sql, mailbox.workspace_id, ['inbox']);
      return { kind: 'own' };
    }
    const result = await storeInbound(mailbox.workspace_id, sql, { mail, match, report: read.report });
    if (result.kind === 'recorded')
      await deps.live.publish(sql, mailbox.workspace_id, [
        'inbox',
        'campaigns',
        `campaign:${result.campaignId}`,
        'activity',
      ]);
    if (result.kind === 'untracked') await deps.live.publish(sql, mailbox.workspace_id, ['inbox', 'untracked-replies']);
    return result;
  });
}

/**
 * One of the workspace's own mailboxes can be somebody's lead too (a colleague's, or the one people try a campaign
 * with): what it answers is an answer.
 */
const isAnswerOf = (match: ReplyMatch, sender: string): boolean =>
  match.kind === 'match' &&
  ['references', 'token', 'sender_subject'].includes(match.by) &&
  match.candidate.leadEmail.toLowerCase() === sender &&
  match.candidate.mailboxEmail.toLowerCase() !== sender;

/** The file has the mail's key in its name, so that taking the mail in twice writes it once. */
async function storeAttachments(deps: ProcessDeps, mailbox: SyncMailbox, read: ReadMail): Promise<void> {
  let room = storedAttachments;
  const folder = `inbox/${mailbox.workspace_id}/received/${createHash('sha256').update(`${mailbox.id}:${read.mail.dedupeKey}`).digest('hex').slice(0, 40)}`;
  for (const [index, part] of read.files.entries()) {
    const attachment = read.mail.attachments[index];
    if (!attachment || part.content.byteLength > room || part.content.byteLength === 0) continue;
    room -= part.content.byteLength;
    const name = `${folder}-${index}`;
    await deps.files.put(name, Readable.from([Buffer.from(part.content)]), {
      type: /^[\w.+-]+\/[\w.+-]+$/.test(part.contentType) ? part.contentType : 'application/octet-stream',
      maximum: storedAttachments,
    });
    attachment.storage_key = name;
  }
}

/** What is left of a poison message: who, when, and the id. It is taken in as a plain answer, because a reply must stop the sequence. */
function withoutContent(read: ReadMail): ReadMail {
  return {
    ...read,
    files: [],
    mail: {
      ...read.mail,
      subject: read.mail.subject.replace(/[^\x20-\x7e]/g, ' '),
      text: '',
      html: null,
      snippet: '(This email could not be read.)',
      headers: { 'x-skein-broken': 'true' },
      attachments: [],
    },
  };
}
