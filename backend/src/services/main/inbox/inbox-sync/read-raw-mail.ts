import type { MailboxId } from '@skein/contracts/ids';
import { categoriseCalendarAnswer, categoriseReply } from '#engine/inbox-sync/categorise-reply';
import { classifyMessage, type Classification } from '#engine/inbox-sync/classify-message';
import type { DeliveryReport } from '#engine/inbox-sync/delivery-report';
import { findReturnDate } from '#engine/inbox-sync/find-return-date';
import { dedupeKeyOf } from '#engine/inbox-sync/mail-identity';
import { parseMail, readUnparsed } from '#engine/inbox-sync/parse-mail';
import type { MailPart, ParsedMail } from '#engine/inbox-sync/parsed-mail';
import { ownTextOf } from '#engine/inbox-sync/strip-quote';
import type { InboundClassification } from '#engine/inbox-sync/inbound.types';
import type { HeavyTask } from '#platform/workers/heavy-work';
import type { InboundMail } from './insert-message.store';

/** A mail as it came over IMAP. */
export interface RawMail {
  source: Uint8Array;
  isTruncated: boolean;
  size: number;
  folder: string;
  at: Date;
}

export interface ReadMail {
  parsed: ParsedMail;
  mail: InboundMail;
  report: DeliveryReport | null;
  /** An answer without words of its own: it may lie below a quote whose lines bear no mark. */
  isOnlyQuote: boolean;
  files: MailPart[];
}

const textLimit = 100_000;
const htmlLimit = 400_000;
/** Headers that are kept with the mail: what its classification and its matching looked at. */
const keptHeaders = [
  'auto-submitted',
  'precedence',
  'x-autoreply',
  'x-auto-response-suppress',
  'return-path',
  'list-id',
  'list-unsubscribe',
  'x-mailer',
  'content-type',
  'date',
  'reply-to',
  'delivered-to',
  'x-original-to',
  'x-failed-recipients',
];

/**
 * Reads a raw mail: what it is, what it says, and the row that it becomes. Never throws for what stands in the mail.
 * @param zone tells which day it is, for days of return that are named without a year or as "tomorrow"
 * @param sent our email that is answered
 */
export async function readRawMail(raw: RawMail, mailboxId: MailboxId, zone: string, sent?: string): Promise<ReadMail> {
  const parsed = await parseMail(raw.source);
  const classified = classifyMessage(parsed, sent);
  const { own, quoted } = ownTextOf(parsed, sent);
  const classification: InboundClassification = {
    kind: classified.kind,
    bounce: classified.bounce,
    sender: classified.sender,
    calendar: calendarOf(classified),
    evidence: classified.evidence,
    ...categoryOf(classified, own),
    ...returnOf({ kind: classified.kind, parsed, own, at: raw.at, zone }),
    failedAddresses: (classified.report?.recipients ?? [])
      .filter((recipient) => recipient.action === 'failed')
      .flatMap(({ originalAddress, address }) => originalAddress ?? address ?? [])
      .slice(0, 50),
    isByMachine:
      classified.kind === 'complaint' ||
      classified.evidence.some(({ rule }) => rule === 'sent to the unsubscribe address' || rule === 'feedback report'),
  };
  const isOnlyQuote = classified.kind === 'reply' && own === '' && quoted !== '';
  return { ...rowOf(raw, { mailboxId, parsed, own, classification }), report: classified.report, isOnlyQuote };
}

/**
 * In a thread, so that no stranger's mail holds up the process. Below 16 kB, which most answers are, a hostile mail
 * costs at most some 10 ms, and crossing to a thread and back would cost most mails more than reading them.
 */
export const readMailTask: HeavyTask<{ raw: RawMail; mailboxId: MailboxId; zone: string; sent?: string }, ReadMail> = {
  name: 'read-mail',
  lane: 'background',
  limit: 20_000,
  inlineBelow: 16_384,
  run: ({ raw, mailboxId, zone, sent }) => readRawMail(raw, mailboxId, zone, sent),
};

/** A mail that could not be read in time: its headers and its raw text. It is taken for an answer, because an answer stops the sequence. */
export function readUnreadable(raw: RawMail, mailboxId: MailboxId): ReadMail {
  const parsed = readUnparsed(raw.source.subarray(0, textLimit));
  const classification: InboundClassification = {
    kind: 'reply',
    bounce: null,
    evidence: [{ rule: 'reading took too long', text: parsed.subject.slice(0, 200) }],
    category: null,
    categoryEvidence: [],
    returnDay: null,
    returnText: null,
    failedAddresses: [],
    isByMachine: false,
  };
  const row = rowOf(raw, {
    mailboxId,
    parsed,
    own: '(This email could not be read in time. Its raw text is kept.)',
    classification,
  });
  return { ...row, report: null, isOnlyQuote: false };
}

/** A parsed email and what it was classified as. */
interface MailRow {
  mailboxId: MailboxId;
  parsed: ParsedMail;
  own: string;
  classification: InboundClassification;
}

function rowOf(
  raw: RawMail,
  { mailboxId, parsed, own, classification }: MailRow,
): Omit<ReadMail, 'report' | 'isOnlyQuote'> {
  const messageId = parsed.messageId?.slice(0, 500) ?? null;
  const key = dedupeKeyOf(parsed, messageId);
  const files = parsed.parts
    .filter(
      (part) =>
        !/^(?:message\/(?:delivery-status|global-delivery-status|feedback-report)|text\/rfc822-headers)$/.test(
          part.contentType,
        ),
    )
    .slice(0, 50);
  const mail: InboundMail = {
    mailboxId,
    dedupeKey: key,
    messageId: messageId ?? `<${key.replace(/[^a-z0-9]/gi, '')}@no-id.invalid>`,
    inReplyTo: parsed.inReplyTo[0] ?? null,
    references: parsed.references.slice(-50),
    from: parsed.from,
    to: parsed.to.map(({ address }) => address).slice(0, 100),
    cc: parsed.cc.map(({ address }) => address).slice(0, 100),
    subject: parsed.subject,
    text: parsed.text.slice(0, textLimit),
    ownText: own.slice(0, textLimit),
    html: parsed.html !== null && parsed.html.length <= htmlLimit ? parsed.html : null,
    // Who only presses a button in a calendar writes nothing but the subject.
    snippet: (own.trim() || parsed.text || (classification.calendar ? parsed.subject : ''))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 200),
    headers: headersOf(parsed, raw),
    attachments: files.map((part) => ({
      name: fileName(part),
      content_type: part.contentType.slice(0, 120),
      size: part.content.byteLength,
      content_id: part.contentId,
      is_inline: part.isInline,
      storage_key: null,
    })),
    size: raw.size,
    folder: raw.folder.slice(0, 500),
    at: raw.at,
    classification,
  };
  return { parsed: deepClean(parsed), mail: deepClean(mail), files };
}

const calendarOf = ({ calendar }: Classification): InboundClassification['calendar'] =>
  calendar && { answer: calendar.answer, starts_at: calendar.starts_at };

function categoryOf(
  { kind, calendar }: Classification,
  own: string,
): Pick<InboundClassification, 'category' | 'categoryEvidence'> {
  if (kind !== 'reply') return { category: null, categoryEvidence: [] };
  const found = calendar ? categoriseCalendarAnswer(calendar) : categoriseReply(own);
  return { category: found.category, categoryEvidence: found.evidence };
}

/** An automatic reply and when it was received. */
interface ReturnDate {
  kind: string;
  parsed: ParsedMail;
  own: string;
  at: Date;
  zone: string;
}

function returnOf({
  kind,
  parsed,
  own,
  at,
  zone,
}: ReturnDate): Pick<InboundClassification, 'returnDay' | 'returnText'> {
  const found =
    kind === 'out_of_office'
      ? (findReturnDate(own, at.getTime(), zone) ?? findReturnDate(parsed.subject, at.getTime(), zone))
      : null;
  return { returnDay: found?.day ?? null, returnText: found?.text ?? null };
}

function headersOf(parsed: ParsedMail, raw: RawMail): Record<string, string> {
  const kept = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = parsed.headers.get(name)?.[0];
      return value === undefined ? [] : [[name, value.slice(0, 1_000)]];
    }),
  );
  return {
    ...kept,
    ...(raw.isTruncated ? { 'x-skein-truncated': String(raw.source.byteLength) } : {}),
    ...(parsed.isBroken ? { 'x-skein-broken': 'true' } : {}),
  };
}

function fileName(part: MailPart): string {
  const name = part.filename
    ?.replace(/[\\/:*?"<>|\u0000-\u001f\u202a-\u202e\u2066-\u2069]+/g, '_')
    .trim()
    .slice(0, 150);
  return (
    name ||
    (part.contentType === 'text/calendar' ? 'invite.ics' : null) ||
    (part.contentType === 'message/rfc822'
      ? 'message.eml'
      : `attachment.${
          part.contentType
            .split('/')[1]
            ?.replace(/[^a-z0-9]+/gi, '')
            .slice(0, 10) || 'bin'
        }`)
  );
}

/** The database takes neither NUL nor halves of surrogate pairs; strangers send both. */
function deepClean<T>(value: T): T {
  if (typeof value === 'string')
    return value
      .replace(/\u0000/g, '')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd') as T;
  if (Array.isArray(value)) return value.map(deepClean) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date || ArrayBuffer.isView(value)) return value;
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, deepClean(inner)])) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deepClean(inner)])) as T;
}
