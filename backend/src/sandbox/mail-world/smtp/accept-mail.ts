import { randomUUID } from 'node:crypto';
import { headerValue, messageIds, readHeader } from '../mime/parse-headers';
import type { MailRecord } from '../post-office/mail-record';
import type { PostOffice } from '../post-office/post-office';
import type { WorldTransaction } from '../post-office/world-transaction';
import type { AcceptedMail, RecordedRecipient, StoredAccount } from '../store/mail-store';
import { RefusedMail, type Arrival, type ArrivalRule } from './arrival';

export interface ReceivedMail {
  login: string | null;
  /** It came by another server: the mailbox's provider files no copy of it. */
  isRelayed?: boolean;
  sender: string;
  recipients: RecordedRecipient[];
  envelopeId: string | null;
  raw: Buffer;
  clientName: string;
}

/** Called for each email to a prospect, in the transaction that accepts it. */
type ProspectListener = (
  transaction: WorldTransaction,
  mail: AcceptedMail,
  recipient: RecordedRecipient,
  raw: Buffer,
) => void;

export interface AcceptContext {
  postOffice: PostOffice;
  record: MailRecord;
  serverName: string;
  isProspect(address: string): boolean;
  onProspectMail: ProspectListener;
  /** Which mails to local mailboxes go to Junk; none unless given. */
  isJunk?(raw: Buffer, messageId: string | null): boolean;
  /** How a mail to a local mailbox arrives, where that is not plainly in its inbox. */
  arrive?: ArrivalRule;
  /** Campaign time at which a prospect's mail counts as having arrived (its reaction may run a little late). */
  arrivalTime(messageId: string | null): number | null;
}

/**
 * Takes responsibility for a mail: records it, files it for local mailboxes and tells prospects, all in one
 * transaction that is durable before the 250. Answers the record's row.
 */
export async function acceptMail(context: AcceptContext, received: ReceivedMail): Promise<AcceptedMail> {
  const { postOffice, record } = context;
  const { clock } = postOffice;
  // Who sends from a mailbox lives in its time; it comes to another mailbox in the time of both.
  const now = received.login
    ? clock.now([received.login])
    : clock.now([received.sender, ...received.recipients.map(({ address }) => address)]);
  const raw = received.login ? completeSubmission(received.raw, context.serverName, now) : received.raw;
  const fields = readHeader(raw);
  const messageId = messageIds(headerValue(fields, 'message-id'))[0] ?? null;
  // The MX role takes an email once a recipient: a prospect's reaction that was cut off by a crash runs again, with the same length.
  const earlier = received.login || messageId === null ? [] : record.find({ messageId });
  const repeated = earlier.find(
    (row) =>
      row.size === raw.length &&
      received.recipients.every(({ address }) => row.recipients.some((entry) => entry.address === address)),
  );
  if (repeated) return repeated;
  const acceptedAt = (received.login ? null : context.arrivalTime(messageId)) ?? now;
  const comesAt = (address: string) => (received.login ? clock.now([received.login, address]) : acceptedAt);
  const arrivals = new Map<string, Arrival>();
  for (const { address } of context.arrive ? received.recipients : []) {
    const account = postOffice.recipientAccount(address);
    const arriving = { raw, sender: received.sender, recipient: address, messageId, at: comesAt(address) };
    const arrival = account && (await context.arrive?.(arriving));
    if (arrival?.refusal) throw new RefusedMail(arrival.refusal);
    if (arrival) arrivals.set(address, arrival);
  }
  const transaction = postOffice.transaction();
  const contentId = postOffice.stageContent(transaction, raw);
  const mail: AcceptedMail = {
    id: record.takeId(),
    acceptedAt,
    acceptedAtReal: Date.now(),
    login: received.login,
    sender: received.sender,
    recipients: received.recipients,
    messageId,
    envelopeId: received.envelopeId,
    subject: headerValue(fields, 'subject')?.slice(0, 500) ?? null,
    size: raw.length,
    contentId,
  };
  transaction.change({ type: 'record', row: mail });
  transaction.whenDurable(() => record.add(mail));
  const delivered = new Set<string>();
  for (const recipient of received.recipients) {
    const account = postOffice.recipientAccount(recipient.address);
    if (account && !delivered.has(account.email)) {
      delivered.add(account.email);
      const arrival = arrivals.get(recipient.address) ?? null;
      const at = comesAt(recipient.address);
      deliverLocally(context, transaction, {
        mail,
        account,
        recipient,
        raw,
        clientName: received.clientName,
        arrival,
        at,
      });
    } else if (!account && context.isProspect(recipient.address))
      context.onProspectMail(transaction, mail, recipient, raw);
  }
  const sender = received.login && !received.isRelayed ? postOffice.account(received.login) : null;
  const sent = sender?.settings.autoFileSent ? postOffice.specialFolder(sender.email, '\\Sent') : null;
  if (sent)
    postOffice.stageMessage(transaction, { folder: sent, contentId, raw, flags: ['\\Seen'], internalDate: acceptedAt });
  await transaction.commit();
  return mail;
}

interface LocalDelivery {
  mail: AcceptedMail;
  account: StoredAccount;
  recipient: RecordedRecipient;
  raw: Buffer;
  clientName: string;
  arrival: Arrival | null;
  /** Campaign time at which it comes to the mailbox. */
  at: number;
}

function deliverLocally(context: AcceptContext, transaction: WorldTransaction, delivery: LocalDelivery): void {
  const { postOffice } = context;
  const { mail, account, recipient, arrival, at } = delivery;
  if (arrival?.folder === null) return;
  const isJunk = arrival ? arrival.folder === 'JUNK' : context.isJunk?.(delivery.raw, mail.messageId);
  const junk = isJunk ? postOffice.specialFolder(account.email, '\\Junk') : null;
  const tab = arrival?.folder === 'Promotions' ? postOffice.folder(account.email, 'Promotions') : null;
  const inbox = junk ?? tab ?? postOffice.folder(account.email, 'INBOX');
  if (!inbox) return;
  if (arrival) {
    const staged = postOffice.stageContent(transaction, arrival.raw);
    postOffice.stageMessage(transaction, {
      folder: inbox,
      contentId: staged,
      raw: arrival.raw,
      flags: [],
      internalDate: at,
    });
    return;
  }
  const trace = [
    `Return-Path: <${mail.sender}>`,
    `Delivered-To: ${recipient.address}`,
    `Received: from ${delivery.clientName} by ${context.serverName} with ESMTP${mail.login ? 'A' : ''} id ${mail.id}`,
    `\tfor <${recipient.address}>; ${mailDate(at)}`,
  ];
  const raw = Buffer.concat([Buffer.from(`${trace.map(printable).join('\r\n')}\r\n`), delivery.raw]);
  const contentId = postOffice.stageContent(transaction, raw);
  postOffice.stageMessage(transaction, { folder: inbox, contentId, raw, flags: [], internalDate: at });
}

/** RFC 6409 section 8: a submission server adds the Date and Message-ID a client left out. */
function completeSubmission(raw: Buffer, serverName: string, now: number): Buffer {
  const fields = readHeader(raw);
  const missing: string[] = [];
  if (headerValue(fields, 'message-id') === null) missing.push(`Message-ID: <${randomUUID()}@${serverName}>\r\n`);
  if (headerValue(fields, 'date') === null) missing.push(`Date: ${mailDate(now)}\r\n`);
  return missing.length > 0 ? Buffer.concat([Buffer.from(missing.join('')), raw]) : raw;
}

/** RFC 5322 date in UTC. */
export function mailDate(time: number): string {
  return new Date(time).toUTCString().replace('GMT', '+0000');
}

/** Envelope text may come from hostile clients; a header line of ours stays one line. */
function printable(text: string): string {
  return text.replace(/[^\t\x20-\x7e\u00a0-\uffff]/g, '?');
}
