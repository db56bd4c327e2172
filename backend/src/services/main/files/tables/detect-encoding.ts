import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import type { uploadEncodings } from '@skein/contracts/main/uploads.contract';

export type Encoding = (typeof uploadEncodings)[number];

/** What the bytes of a whole file say, gathered in one pass. */
export class EncodingEvidence {
  private isUtf8 = true;
  /** A character that the end of a chunk cut off. */
  private cut: Buffer = Buffer.alloc(0);
  private first: Buffer = Buffer.alloc(0);
  /** The bytes around the first ones that are not ASCII: what a guess is made from. */
  private telling: Buffer | null = null;

  add(chunk: Buffer): void {
    if (this.first.length < 65_536)
      this.first = Buffer.concat([this.first, chunk.subarray(0, 65_536 - this.first.length)]);
    if (isAscii(chunk)) {
      if (this.cut.length > 0) this.isUtf8 = false;
      return;
    }
    if (this.telling === null) {
      const place = chunk.findIndex((byte) => byte > 0x7f);
      this.telling = Buffer.from(chunk.subarray(Math.max(0, place - 4_096), place + 61_440));
    }
    if (!this.isUtf8) return;
    const whole = this.cut.length > 0 ? Buffer.concat([this.cut, chunk]) : chunk;
    const end = wholeCharacters(whole);
    this.isUtf8 = isUtf8(whole.subarray(0, end));
    this.cut = Buffer.from(whole.subarray(end));
  }

  finish(): EncodingFacts {
    return { isUtf8: this.isUtf8 && this.cut.length === 0, first: this.first, telling: this.telling };
  }
}

/** What was found in all bytes of a file, small enough to be judged elsewhere. */
export interface EncodingFacts {
  isUtf8: boolean;
  first: Uint8Array;
  /** The bytes around the first ones that are not ASCII. */
  telling: Uint8Array | null;
}

/**
 * The encoding: by byte order mark, by zero bytes (UTF-16), by being valid UTF-8 throughout, else by letter statistics,
 * which take their time.
 */
export function encodingOf({ isUtf8: isValid, first, telling }: EncodingFacts): {
  encoding: Encoding;
  hasMark: boolean;
} {
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return { encoding: 'utf-8', hasMark: true };
  if (first[0] === 0xff && first[1] === 0xfe) return { encoding: 'utf-16le', hasMark: true };
  if (first[0] === 0xfe && first[1] === 0xff) return { encoding: 'utf-16be', hasMark: true };
  const wide = utf16Without(first);
  if (wide) return { encoding: wide, hasMark: false };
  if (isValid) return { encoding: 'utf-8', hasMark: false };
  return { encoding: guess(telling ?? first), hasMark: false };
}

/** UTF-16 without a mark: in text of mostly Latin letters every other byte is zero. */
function utf16Without(bytes: Uint8Array): Encoding | null {
  const pairs = Math.min(2_000, Math.floor(bytes.length / 2));
  if (pairs < 4) return null;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < pairs; index += 1) {
    if (bytes[index * 2] === 0) even += 1;
    if (bytes[index * 2 + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le';
  return even > pairs * 0.4 && odd < pairs * 0.1 ? 'utf-16be' : null;
}

/** Where the last character of UTF-8 ends that is whole: at most three bytes of the next one can stand behind it. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const names: Record<string, Encoding> = {
  'UTF-8': 'utf-8',
  'windows-1252': 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'windows-1253',
  'windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
  Shift_JIS: 'shift_jis',
  GB18030: 'gb18030',
  Big5: 'big5',
  'EUC-KR': 'euc-kr',
};

/**
 * A legacy encoding by statistics. Windows-1252 is what spreadsheets of western Europe and America write, so another one has to
 * be clearly ahead: on short samples the statistics confuse its letters with those of central Europe.
 */
function guess(bytes: Uint8Array): Encoding {
  const matches = analyse(bytes)
    .flatMap((match) =>
      names[match.name] ? [{ encoding: names[match.name] as Encoding, confidence: match.confidence }] : [],
    )
    .filter((match) => match.encoding !== 'utf-8');
  const best = matches[0];
  const western = matches.find((match) => match.encoding === 'windows-1252')?.confidence ?? 0;
  return best && best.encoding !== 'windows-1252' && best.confidence >= 40 && best.confidence > western + 15
    ? best.encoding
    : 'windows-1252';
}
