import { domainToASCII } from 'node:url';
import { htmlToPlainText } from '@skein/template/plain-text';
import PostalMime, { decodeWords, type Address, type Email } from 'postal-mime';
import { chooseText } from './choose-text';
import { joinFlowedLines, prepareSource } from './prepare-source';
import { decodeLeftover, repairCharacters } from './repair-text';
import { messageIdsIn, type MailAddress, type MailPart, type ParsedMail } from './parsed-mail';

const TEXT_LIMIT = 500_000;
const HTML_LIMIT = 1_000_000;
/**
 * Lines of a mail that are read. The MIME library spends some 13 µs on each, however short it is, so 6 MB of line feeds would take
 * 80 s. A mail of 6 MB with attachments has 80,000 lines of 76 characters (RFC 2045, 6.8).
 */
const LINE_LIMIT = 150_000;
/** Of them, those that are text and not a file in Base64: 1 MB of HTML, of which no more is kept, has 13,000 of 76 characters. */
const TEXT_LINE_LIMIT = 20_000;
const LINE_FEED = 10;

/**
 * Parses a raw mail. Never throws: a mail that is no valid MIME (a poison message) gives its headers and raw text with
 * `isBroken`, so that the sync can store it and go on.
 */
export async function parseMail(source: Uint8Array | string): Promise<ParsedMail> {
  try {
    const parser = new PostalMime({
      forceRfc822Attachments: true,
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: 60,
      maxHeadersSize: 512_000,
    });
    const { bytes, isFlowed } = prepareSource(firstLines(source));
    return withText(toParsedMail(await parser.parse(bytes), isFlowed), bytes);
  } catch {
    return readUnparsed(source);
  }
}

function firstLines(source: Uint8Array | string): Uint8Array {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  let end = -1;
  for (let line = 0, text = 0; line < LINE_LIMIT && text < TEXT_LINE_LIMIT; line += 1) {
    const begin = end + 1;
    end = bytes.indexOf(LINE_FEED, begin);
    if (end < 0) return bytes;
    if (!isBase64(bytes, begin, end)) text += 1;
  }
  return bytes.subarray(0, end + 1);
}

const base64 = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r'));

/** Whether a line is one of a file in Base64, of which all but the last are 60 to 76 characters long. */
function isBase64(bytes: Uint8Array, begin: number, end: number): boolean {
  if (end - begin < 60 || end - begin > 80) return false;
  for (let at = begin; at < end; at += 1) if (!base64.has(bytes[at] as number)) return false;
  return true;
}

/** A mail of several parts whose boundary never comes has none of them: what stands there is its text. */
function withText(mail: ParsedMail, bytes: Uint8Array): ParsedMail {
  if (mail.text !== '' || mail.html !== null || mail.parts.length > 0) return mail;
  if (!/^\s*multipart\//i.test(mail.headers.get('content-type')?.[0] ?? '')) return mail;
  const raw = new TextDecoder('utf-8').decode(bytes.subarray(0, TEXT_LIMIT));
  const bodyAt = raw.search(/\r?\n\r?\n/);
  const text = bodyAt < 0 ? '' : raw.slice(bodyAt).trim();
  return { ...mail, text, hasTextPart: text !== '' };
}

function toParsedMail(email: Email, isFlowed: boolean): ParsedMail {
  const headers = new Map<string, string[]>();
  for (const { key, value } of email.headers) {
    const values = headers.get(key);
    if (values) values.push(value);
    else headers.set(key, [value]);
  }
  const { text, html, hasTextPart } = textsOf(email, isFlowed);
  return {
    headers,
    ...threadIds(headers),
    from: flatten(email.from ? [email.from] : email.sender ? [email.sender] : [])[0] ?? null,
    replyTo: flatten(email.replyTo),
    to: flatten(email.to),
    cc: flatten(email.cc),
    subject: repairCharacters(decodedTwice(email.subject ?? ''))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 1_000),
    date: readDate(headers.get('date')?.[0]),
    text: text.slice(0, TEXT_LIMIT),
    hasTextPart,
    html,
    parts: email.attachments.map((part): MailPart => ({
      contentType: part.mimeType.toLowerCase(),
      filename: part.filename,
      contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
      isInline: part.disposition === 'inline' || part.related === true,
      content: toBytes(part.content),
    })),
    isBroken: false,
  };
}

/** Some gateways encode an encoded subject once more. */
const decodedTwice = (subject: string): string =>
  /^\s*=\?[\w-]{1,40}\?[bq]\?[^?\s]{1,2000}\?=/i.test(subject) ? decodeWords(subject.slice(0, 4_000)) : subject;

/** What stands for the mail's words, beside its HTML. */
function textsOf(email: Email, isFlowed: boolean): Pick<ParsedMail, 'text' | 'html' | 'hasTextPart'> {
  const html = email.html ? repairCharacters(email.html.slice(0, HTML_LIMIT)) : null;
  const written = repairCharacters(decodeLeftover((email.text ?? '').slice(0, TEXT_LIMIT)));
  if (html === null && /^\s*<(?:!doctype html|html|head|body|div|p|table)\b/i.test(written))
    return { text: htmlToPlainText(written), html: written, hasTextPart: false };
  if (!/[^\s\p{Cf}]/u.test(written))
    return { text: html === null ? '' : htmlToPlainText(html), html, hasTextPart: false };
  const plain = isFlowed ? joinFlowedLines(written) : written;
  if (html === null) return { text: plain, html, hasTextPart: true };
  const chosen = chooseText(plain, htmlToPlainText(html));
  return { text: chosen.text, html, hasTextPart: !chosen.isHtml };
}

function threadIds(
  headers: ReadonlyMap<string, readonly string[]>,
): Pick<ParsedMail, 'messageId' | 'inReplyTo' | 'references'> {
  const all = (name: string): string[] => (headers.get(name) ?? []).flatMap(messageIdsIn);
  return { messageId: all('message-id')[0] ?? null, inReplyTo: all('in-reply-to'), references: all('references') };
}

function flatten(addresses: readonly Address[] | undefined): MailAddress[] {
  return (addresses ?? []).flatMap((entry) =>
    entry.group
      ? flatten(entry.group)
      : entry.address?.includes('@') || entry.address
        ? [{ name: repairCharacters(entry.name ?? ''), address: asciiAddress(entry.address.trim().toLowerCase()) }]
        : [],
  );
}

/** An address as mail servers and our records write it: a domain with other letters in its ASCII form (RFC 5891). */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0 || /^[\0-\x7f]*$/.test(address)) return address;
  const domain = domainToASCII(address.slice(at + 1));
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`;
}

function toBytes(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

/** The time of a Date header in milliseconds; null when it is absent or unreadable. */
export function readDate(value: string | undefined): number | null {
  if (!value) return null;
  const time = Date.parse(value.replace(/\([^)]{0,60}\)/g, '').trim());
  return Number.isNaN(time) ? null : time;
}

/** The text of a part, as UTF-8 with a fallback to Latin-1, at most `limit` bytes. */
export function textOfPart(part: MailPart, limit = 200_000): string {
  const bytes = part.content.subarray(0, limit);
  const text = new TextDecoder('utf-8').decode(bytes);
  return text.includes('\ufffd') ? new TextDecoder('latin1').decode(bytes) : text;
}

/** Reads a header block (of a broken mail, or of a mail quoted in a report) without MIME decoding. Stops at the first empty line. */
export function readHeaderBlock(text: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const line of text.slice(0, 200_000).split(/\r?\n/, 2_000)) {
    if (line === '') {
      if (headers.size > 0) break;
      continue;
    }
    if (/^[ \t]/.test(line) && current) {
      current[current.length - 1] += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0 || !/^[!-9;-~]{1,80}[ \t]?$/.test(line.slice(0, colon))) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    current = headers.get(name) ?? [];
    current.push(line.slice(colon + 1).trim());
    headers.set(name, current);
  }
  return headers;
}

/** Headers and raw text of what is no MIME, or must not be parsed. */
export function readUnparsed(source: Uint8Array | string): ParsedMail {
  const raw = (
    typeof source === 'string' ? source : new TextDecoder('latin1').decode(source.subarray(0, TEXT_LIMIT))
  ).slice(0, TEXT_LIMIT);
  const headers = readHeaderBlock(raw);
  const address = /<?([^\s<>"]{1,200}@[^\s<>"]{1,200}?)>?\s*$/.exec(headers.get('from')?.[0]?.slice(0, 500) ?? '')?.[1];
  const bodyAt = raw.search(/\r?\n\r?\n/);
  return {
    headers,
    ...threadIds(headers),
    from: address ? { name: '', address: asciiAddress(address.toLowerCase()) } : null,
    replyTo: [],
    to: [],
    cc: [],
    subject: headers.get('subject')?.[0]?.slice(0, 1_000) ?? '',
    date: readDate(headers.get('date')?.[0]),
    text: bodyAt < 0 ? '' : raw.slice(bodyAt).trim(),
    hasTextPart: true,
    html: null,
    parts: [],
    isBroken: true,
  };
}
