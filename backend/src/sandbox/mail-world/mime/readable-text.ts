import { parseStructure, type MimePart } from './parse-structure';

const maximumBytes = 512 * 1024;

/** The text parts of a mail decoded from their transfer encoding (as UTF-8), with the headers if wanted; for SEARCH. */
export function readableText(raw: Buffer, withHeaders: boolean): string {
  const root = parseStructure(raw);
  const pieces: string[] = withHeaders ? [raw.subarray(0, root.bodyStart).toString('utf8')] : [];
  collect(raw, root, pieces);
  return pieces.join('\n');
}

function collect(raw: Buffer, part: MimePart, pieces: string[]): void {
  for (const child of part.children) collect(raw, child, pieces);
  if (part.message) collect(raw, part.message, pieces);
  if (part.type !== 'text' || part.children.length > 0) return;
  pieces.push(
    decodeTransfer(
      raw.subarray(part.bodyStart, Math.min(part.bodyEnd, part.bodyStart + maximumBytes)),
      part.encoding,
    ).toString('utf8'),
  );
}

/** Undoes base64 and quoted-printable; other encodings are the bytes themselves. */
function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return body;
  const text = body.toString('latin1').replace(/=[ \t]*\r?\n/g, '');
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
