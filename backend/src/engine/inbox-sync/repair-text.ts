import { Buffer } from 'node:buffer';
import { isUtf8 } from './mend-parts';

/**
 * What windows-1252 has in the place of the control characters U+0080 to U+009F; some versions of Node decode it as
 * Latin-1, which has those.
 */
const westernSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const byteOf = (character: string): number => {
  const sign = westernSigns.indexOf(character);
  return sign >= 0 ? 0x80 + sign : character.charCodeAt(0);
};

/**
 * UTF-8 that was read as windows-1252 ("cafÃ©"), line by line: a line that is not that in all its characters stays. And
 * signs of windows-1252 that were read as controls.
 */
export function repairCharacters(text: string): string {
  if (!/[\u0080-\u009f\u00c2-\u00f4]/.test(text)) return text;
  return text.split('\n').map(repairLine).join('\n');
}

function repairLine(line: string): string {
  if (/[\u00c2-\u00f4]/.test(line)) {
    const bytes = Array.from(line, byteOf);
    if (bytes.every((byte) => byte < 0x100)) {
      const buffer = Buffer.from(bytes);
      if (isUtf8(buffer)) return buffer.toString('utf8');
    }
  }
  return line.replace(/[\u0080-\u009f]/g, (control) => westernSigns[control.charCodeAt(0) - 0x80] as string);
}

/** A text whose transfer encoding was lost on the way, and which still stands there encoded. */
export function decodeLeftover(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  if (lines.every((line) => /^[a-z0-9+/]{4,100}={0,2}\s*$/i.test(line))) {
    const joined = lines.map((line) => line.trim()).join('');
    // Its padding may be lost, as a soft line break for one.
    if (joined.length < 24 || joined.replaceAll('=', '').length % 4 === 1) return text;
    const bytes = Buffer.from(joined, 'base64');
    // Words of a person have neither control characters nor the look of random bytes.
    const isText = isUtf8(bytes) && !/[\0-\x08\x0e-\x1f]/.test(bytes.toString('utf8'));
    return isText ? bytes.toString('utf8') : text;
  }
  const isQuotedPrintable = /=\r?\n/.test(text) && /=(?:[89a-f][0-9a-f]|3d|20|0a)/i.test(text);
  if (!isQuotedPrintable) return text;
  const bytes = Buffer.from(
    Buffer.from(text.replace(/=[ \t]{0,80}\r?\n/g, ''), 'utf8')
      .toString('latin1')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}
