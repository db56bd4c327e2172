import { decodeWords } from 'postal-mime';

/** One address of a header; the address is trimmed and in lower case. */
export interface MailAddress {
  name: string;
  address: string;
}

/** A part that is not the mail's own text: an attachment, an inline image, a part of a report. */
export interface MailPart {
  /** Lower case, without parameters. */
  contentType: string;
  filename: string | null;
  /** With angle brackets removed. */
  contentId: string | null;
  isInline: boolean;
  content: Uint8Array;
}

/** A received mail, parsed. Everything in it is a stranger's: shown only after `sanitiseMail`. */
export interface ParsedMail {
  /** Lower-case name to unfolded values, in the order they stand. */
  headers: ReadonlyMap<string, readonly string[]>;
  /** With angle brackets, as all ids here; null when there is none. */
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  from: MailAddress | null;
  replyTo: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  /** Milliseconds; null when the Date header is absent or unreadable. */
  date: number | null;
  /** The text part, or the HTML part as text. */
  text: string;
  hasTextPart: boolean;
  html: string | null;
  parts: MailPart[];
  /** The mail could not be read as MIME; only its headers and raw text are here. */
  isBroken: boolean;
}

/** Why something was decided: a rule's name and the words of the mail that met it (at most 200 characters). */
export interface Evidence {
  rule: string;
  text: string;
}

export function evidence(rule: string, text: string): Evidence {
  return { rule, text: text.replace(/\s+/g, ' ').trim().slice(0, 200) };
}

/** The first value of a header, or ''. */
export function headerOf(mail: Pick<ParsedMail, 'headers'>, name: string): string {
  return mail.headers.get(name)?.[0] ?? '';
}

/**
 * All message ids of a header value, with their angle brackets; tolerates missing brackets, commas, and what gateways do to them: encoded
 * words (RFC 2047 allows none here), a new line inside an id, and brackets written as entities.
 */
export function messageIdsIn(value: string): string[] {
  const text = withoutEncodedWords(value.slice(0, 20_000)).replace(/&lt;/gi, '<').replace(/&gt;/gi, '>');
  const bracketed = [...text.matchAll(/<([^<>]{1,400})>/g)].flatMap(([, inner]) => {
    const id = (inner as string).replace(/\s+/g, '');
    return id.length > 0 && id.length <= 300 && (id === inner || id.includes('@')) ? [`<${id}>`] : [];
  });
  const ids =
    bracketed.length > 0
      ? bracketed
      : (text.match(/[^\s<>,;"]{1,200}@[^\s<>,;"]{1,100}/g)?.map((id) => `<${id}>`) ?? []);
  return [...new Set(ids)].slice(-100);
}

function withoutEncodedWords(text: string): string {
  if (/=\?[^?\s]{1,60}\?[bq]\?/i.test(text)) return decodeWords(text);
  // The wrapping of an encoded word may have been lost.
  return /=3c/i.test(text) && !text.includes('<')
    ? text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
