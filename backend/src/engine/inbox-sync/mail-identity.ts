import { createHash } from 'node:crypto';
import { readDate } from './parse-mail';
import type { ParsedMail } from './parsed-mail';

/**
 * One email has one key, wherever it lies: its Message-ID with its sender, its date and its words, because some systems give every email
 * they send the same Message-ID. Without one, its subject stands in its place. Whatever servers on the way add to the header plays no part.
 */
export function dedupeKeyOf(
  parsed: Pick<ParsedMail, 'from' | 'date' | 'subject' | 'text'>,
  messageId: string | null,
): string {
  const { from, date, subject, text } = parsed;
  if (messageId === null) return `hash:${digest([from?.address ?? '', date, subject, text])}`;
  return `${messageId} ${digest([from?.address ?? '', date, wordsOf(text)]).slice(0, 32)}`;
}

const digest = (parts: unknown): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** What two emails with one Message-ID are compared by. */
export interface MailIdentity {
  /** In lower case; '' when there is none. */
  sender: string;
  /** The Date header as it was sent; null when it is not known. */
  date: string | null;
  /** Null when it could not be read. */
  text: string | null;
}

/**
 * Whether two emails with one Message-ID are the same one. A date or a text that is not known of one of them tells nothing. Mailing lists
 * and gateways put lines of their own before or behind the words of a copy.
 */
export function isSameMail(one: MailIdentity, other: MailIdentity): boolean {
  if (!isSameEnvelope(one, other)) return false;
  if (one.text === null || other.text === null) return true;
  const [short, long] = [wordsOf(one.text), wordsOf(other.text)].sort((a, b) => a.length - b.length) as [
    string,
    string,
  ];
  if (short === long) return true;
  return short !== '' && one.date !== null && other.date !== null && (long.startsWith(short) || long.endsWith(short));
}

/** The part of the comparison that needs no text. */
export function isSameEnvelope(one: Omit<MailIdentity, 'text'>, other: Omit<MailIdentity, 'text'>): boolean {
  if (one.sender !== other.sender) return false;
  if (one.date === null || other.date === null) return true;
  const [first, second] = [readDate(one.date), readDate(other.date)];
  return first === null && second === null ? one.date === other.date : first === second;
}

/** A text without what servers change in it: line ends, spaces and characters that are not seen. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
