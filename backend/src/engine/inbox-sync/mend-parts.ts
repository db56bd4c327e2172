import { Buffer } from 'node:buffer';

/** Text parts that are looked at; a mail with more is no person's. */
const mostParts = 20;
const mostBoundaries = 10;
const mostBoundaryLines = 200;
/** Longest header of a part, and longest body whose bytes decide its character set. */
const longestHeader = 16_384;
const longestFirstHeader = 512_000;
const sampleLength = 262_144;

interface TextPart {
  /** Where its header begins and ends, and where its body ends. */
  header: [number, number];
  bodyEnd: number;
  /** Its transfer encoding. */
  encoding: string;
}

/**
 * Mends what gateways damage in the parts of a mail, so that the MIME library reads it: a boundary that the header does not name, lines of
 * text in base64, spaces behind soft line breaks, and character sets that are not those of the bytes. Every other byte stays.
 */
export function mendParts(bytes: Buffer): Buffer {
  const given = bytes.toString('latin1');
  const source = nameBoundary(given);
  const pieces: string[] = [];
  let from = 0;
  for (const part of textParts(source)) {
    if (part.header[0] < from) continue;
    const header = source.slice(...part.header);
    const body = source.slice(part.header[1], part.bodyEnd);
    const mended = mendBody(body, part.encoding);
    const named = mendCharset(header, mended, part.encoding);
    if (mended === body && named === header) continue;
    pieces.push(source.slice(from, part.header[0]), named, mended);
    from = part.bodyEnd;
  }
  if (pieces.length === 0 && source === given) return bytes;
  pieces.push(source.slice(from));
  return Buffer.from(pieces.join(''), 'latin1');
}

/** Where the empty line behind a header ends; -1 when it is not among that many characters. */
function endOfHeader(source: string, from: number, most: number): number {
  const match = /\r?\n\r?\n/.exec(source.slice(from, from + most));
  return match ? from + match.index + match[0].length : -1;
}

/** Parameter of a header, without its quotes. */
const parameterOf = (header: string, name: string): string | null =>
  new RegExp(`;\\s{0,100}${name}\\s{0,5}=\\s{0,5}(?:"([^"\\r\\n]{0,200})"|([^\\s;"]{1,200}))`, 'i')
    .exec(header)
    ?.slice(1)
    .find((value) => value !== undefined) ?? null;

/** The field with its folded lines; '' when it is absent. */
const fieldOf = (header: string, name: string): string =>
  new RegExp(`^${name}[ \\t]{0,5}:[^\\r\\n]{0,2000}(?:\\r?\\n[ \\t][^\\r\\n]{0,2000}){0,20}`, 'im').exec(header)?.[0] ??
  '';

/**
 * A multipart mail whose boundary its header does not name: the first line that looks like one, with the header of a part behind it, is it.
 */
function nameBoundary(source: string): string {
  const end = endOfHeader(source, 0, longestFirstHeader);
  if (end < 0) return source;
  const header = source.slice(0, end);
  const field = fieldOf(header, 'content-type');
  if (!/^[^:]{1,40}:\s{0,100}multipart\//i.test(field)) return source;
  const named = parameterOf(field, 'boundary');
  if (named !== null && named !== '' && source.indexOf(`\n--${named}`, end - 2) >= 0) return source;
  const found =
    /(?:^|\n)--([^\s]{1,70})[ \t]{0,20}\r?\ncontent-(?:type|transfer-encoding|disposition)[ \t]{0,5}:/i.exec(
      source.slice(end - 1, end + sampleLength),
    )?.[1];
  if (!found || found.includes('"')) return source;
  const kind = /multipart\/[a-z.+-]{1,40}/i.exec(field)![0];
  return source.replace(field, () => `Content-Type: ${kind}; boundary="${found}"`);
}

/** Where the lines with a boundary begin (with the line feed before them), in their order, and where the line behind each begins. */
function boundaryLines(source: string): { at: number; next: number }[] {
  const lines = new Set<string>();
  for (const [, quoted, bare] of source.matchAll(/boundary\s{0,5}=\s{0,5}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi)) {
    lines.add(`\n--${quoted ?? bare}`);
    if (lines.size >= mostBoundaries) break;
  }
  const found: { at: number; next: number }[] = [];
  for (const line of lines)
    for (
      let at = source.indexOf(line), count = 0;
      at >= 0 && count < mostBoundaryLines;
      at = source.indexOf(line, at + 1), count += 1
    )
      found.push({ at, next: source.indexOf('\n', at + line.length) + 1 || source.length });
  return found.sort((one, other) => one.at - other.at);
}

/** The text parts of a mail, in their order. */
function textParts(source: string): TextPart[] {
  const lines = boundaryLines(source);
  const parts: TextPart[] = [];
  for (const [index, start] of [0, ...lines.map(({ next }) => next)].entries()) {
    const end = endOfHeader(source, Math.max(0, start - 1), index === 0 ? longestFirstHeader : longestHeader);
    if (end < 0) continue;
    const header = source.slice(start, end);
    const type = /^[^:]{1,40}:\s{0,100}([a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60})/i
      .exec(fieldOf(header, 'content-type'))?.[1]
      ?.toLowerCase();
    if (type !== 'text/plain' && type !== 'text/html') continue;
    if (/^content-disposition[ \t]{0,5}:\s{0,100}attachment/im.test(header)) continue;
    const bodyEnd = lines.slice(index).find(({ at }) => at >= end - 1)?.at ?? source.length;
    const encoding = /:\s{0,100}([a-z0-9-]{1,40})/i.exec(fieldOf(header, 'content-transfer-encoding'))?.[1] ?? '';
    parts.push({ header: [start, end], bodyEnd: Math.max(end, bodyEnd), encoding: encoding.toLowerCase() });
    if (parts.length >= mostParts) break;
  }
  return parts;
}

function mendBody(body: string, encoding: string): string {
  if (encoding === 'quoted-printable')
    // White space at the end of a line was added on the way (RFC 2045, 6.7), and an escape may have been broken by a new line.
    return body.replace(/=[ \t]{1,80}(\r?\n)/g, '=$1').replace(/=([0-9a-f])\r?\n([0-9a-f])/gi, '=$1$2');
  if (encoding === 'base64') return withoutForeignLines(body);
  return body;
}

const base64Line = /^[a-z0-9+/]+={0,2}$/i;
/** Base64 that was broken by spaces has long pieces; a sentence has words. */
const isBroken64 = (line: string): boolean =>
  line.length <= 1_000 && /[a-z0-9+/]{24}/i.test(line) && /^[a-z0-9+/= \t]+$/i.test(line);

/**
 * Drops the lines that a gateway wrote as text into a part in base64, which would decode to nonsense and shift what follows. From a
 * footer's separator on, everything is the gateway's.
 */
function withoutForeignLines(body: string): string {
  const lines = body.split('\n');
  const footer = lines.findIndex((line) => /^\s*(?:--|__|\*\*)/.test(line));
  const kept = (footer > 0 ? lines.slice(0, footer) : lines).filter((line) => {
    const text = line.trim();
    return text === '' || base64Line.test(text) || isBroken64(text);
  });
  return kept.length === lines.length || kept.every((line) => line.trim() === '')
    ? body
    : `${kept.join('\n').trimEnd()}\r\n`;
}

/** The character set of a label as the Encoding Standard names it; null when it knows none. */
function knownEncoding(label: string): string | null {
  try {
    return new TextDecoder(label.trim().replace(/^["']|["']$/g, '')).encoding;
  } catch {
    return null;
  }
}

/** Names the character set that the bytes are in, where the one that is named cannot be, or is unknown. */
function mendCharset(header: string, body: string, encoding: string): string {
  const bytes = decodedBytes(body.slice(0, sampleLength), encoding);
  const signs = bytes.filter((byte) => byte >= 0x80).length;
  if (signs === 0) return header;
  const field = fieldOf(header, 'content-type');
  const label = parameterOf(field, 'charset');
  const named = label === null ? 'utf-8' : knownEncoding(label);
  const meant = isUtf8(body.length > sampleLength ? withoutCutCharacter(bytes) : bytes)
    ? isOftenMeantAsUtf8(named, signs) && 'utf-8'
    : named === 'utf-8' && !isMostlyUtf8(bytes) && 'windows-1252';
  if (!meant) return header;
  const bare = field.replace(/;\s{0,100}charset\s{0,5}=\s{0,5}(?:"[^"\r\n]{0,200}"|[^\s;]{0,200})/i, '');
  return header.replace(field, () => `${bare.trimEnd().replace(/;$/, '')}; charset=${meant}`);
}

/** Bytes that are valid UTF-8 are hardly ever text in a character set of one byte a letter. In those of Asia they may be. */
const isOftenMeantAsUtf8 = (named: string | null, signs: number): boolean =>
  named === null ||
  named === 'windows-1252' ||
  (signs >= 4 && /^(?:iso-8859|windows-125|koi8|ibm866|macintosh|x-mac)/.test(named));

/** Damaged UTF-8, in contrast to no UTF-8. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  return (text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu) ?? []).length > broken;
}

function decodedBytes(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.replace(/[^a-z0-9+/]/gi, ''), 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}

/** A sample may end inside a character of up to four bytes. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 4 && (bytes[end - 1] as number) >= 0x80) end -= 1;
  return bytes.subarray(0, end);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
