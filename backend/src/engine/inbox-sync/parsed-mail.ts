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

/** All message ids of a header value, with their angle brackets; tolerates missing brackets, commas and broken folding. */
export function messageIdsIn(value: string): string[] {
  const text = value.slice(0, 20_000);
  const bracketed = text.match(/<[^<>\s]{1,300}>/g);
  const ids = bracketed ?? text.match(/[^\s<>,;"]{1,200}@[^\s<>,;"]{1,100}/g)?.map((id) => `<${id}>`) ?? [];
  return [...new Set(ids)].slice(-100);
}
