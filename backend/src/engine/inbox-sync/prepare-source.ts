import { Buffer } from 'node:buffer';
import { shortenParts } from './long-parts';
import { isUtf8, mendParts } from './mend-parts';

/** Lines end with CR LF or LF; an empty one ends the header. */
const EMPTY_LINES = ['\r\n\r\n', '\n\n'];

export interface PreparedSource {
  bytes: Uint8Array;
  /** Whether a part says `format=flowed`; `joinFlowedLines` then joins its lines. */
  isFlowed: boolean;
}

/**
 * What the MIME library does not read as mails need it: header bytes that are no UTF-8 (servers of old write Latin-1 without
 * encoding it), parts that gateways damaged, flowed text, whose quoted lines it would join with the answer below them, and very long parts.
 */
export function prepareSource(source: Uint8Array): PreparedSource {
  const bytes = mendParts(
    withEndOfHeader(withReadableHeader(Buffer.from(source.buffer, source.byteOffset, source.byteLength))),
  );
  const places = flowedParameters(bytes);
  if (places.length === 0) return { bytes: shortenParts(bytes), isFlowed: false };
  const fixed = Buffer.from(bytes);
  for (const place of places) fixed.write('fixed ', place, 'latin1');
  return { bytes: shortenParts(fixed), isFlowed: true };
}

/** Where the empty line is missing, the text begins with the first line that is no field of a header. */
function withEndOfHeader(bytes: Buffer): Buffer {
  if (EMPTY_LINES.some((line) => bytes.includes(line))) return bytes;
  for (let at = bytes.indexOf(10) + 1; at > 0 && at < bytes.length; at = bytes.indexOf(10, at) + 1)
    if (!/^(?:[ \t]|>?From |[!-9;-~]{1,80}[ \t]?:)/.test(bytes.toString('latin1', at, at + 100)))
      return Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n'), bytes.subarray(at)]);
  return bytes;
}

/** Each line by itself: a server may add one in Latin-1 to a header in UTF-8. */
function withReadableHeader(bytes: Buffer): Buffer {
  const ends = EMPTY_LINES.map((line) => bytes.indexOf(line)).filter((at) => at >= 0);
  const end = ends.length > 0 ? Math.min(...ends) : bytes.length;
  const header = bytes.subarray(0, end);
  if (isUtf8(header)) return bytes;
  const western = new TextDecoder('windows-1252');
  const lines = header
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const own = Buffer.from(line, 'latin1');
      return isUtf8(own) ? own : Buffer.from(western.decode(own), 'utf8');
    });
  const joined = lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from('\n'), line]));
  return Buffer.concat([...joined, bytes.subarray(end)]);
}

/** Where the word `flowed` stands as a parameter of a Content-Type. */
function flowedParameters(bytes: Buffer): number[] {
  const places: number[] = [];
  for (const word of ['flowed', 'Flowed', 'FLOWED'])
    for (let at = bytes.indexOf(word); at >= 0 && places.length < 50; at = bytes.indexOf(word, at + 1)) {
      const before = bytes.toString('latin1', Math.max(0, at - 200), at);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      if (/format[ \t]{0,5}=[ \t]{0,5}"?$/i.test(line) && /^(?:content-type:|[ \t])/i.test(line)) places.push(at);
    }
  return places;
}

/**
 * Joins the lines of flowed text (RFC 3676, 4.1 and 4.2): a line that ends with a space goes on in the next one of the same quote depth;
 * `-- ` does not. Quote marks stay.
 */
export function joinFlowedLines(text: string): string {
  const joined: string[] = [];
  let depth = -1;
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)![0].length;
    const rest = line.slice(marks);
    const previous = joined.at(-1);
    const isSeparator = /^ ?-- $/.test(rest);
    if (previous !== undefined && marks === depth && !isSeparator)
      joined[joined.length - 1] = previous + rest.replace(/^ /, '');
    else joined.push(line);
    const isSoft = rest.endsWith(' ') && !isSeparator;
    depth = isSoft ? marks : -1;
  }
  return joined.join('\n');
}
