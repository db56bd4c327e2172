import type { MimePart } from '../mime/parse-structure';

/** `BODY[2.1.HEADER.FIELDS (Subject)]<0.100>` taken apart. */
export interface BodySection {
  path: number[];
  kind: '' | 'HEADER' | 'HEADER.FIELDS' | 'HEADER.FIELDS.NOT' | 'MIME' | 'TEXT';
  fields: string[];
  partial: { offset: number; length: number } | null;
  /** What the answer calls it: the request without the length of a partial. */
  label: string;
}

/** Parses what stands between and behind the brackets; null when it is malformed. */
export function parseSection(section: string, partialText: string | null): BodySection | null {
  const match =
    /^((?:\d{1,6})(?:\.\d{1,6}){0,30})?\.?(HEADER\.FIELDS\.NOT|HEADER\.FIELDS|HEADER|MIME|TEXT)?(?:\s*\(([^()]*)\))?$/i.exec(
      section.trim(),
    );
  if (!match) return null;
  const kind = (match[2]?.toUpperCase() ?? '') as BodySection['kind'];
  const hasFields = kind.startsWith('HEADER.FIELDS');
  if (hasFields !== (match[3] !== undefined)) return null;
  const path = match[1] ? match[1].split('.').map(Number) : [];
  if (kind === 'MIME' && path.length === 0) return null;
  const fields = (match[3] ?? '')
    .split(/\s+/)
    .map((name) => name.replace(/^"|"$/g, ''))
    .filter(Boolean);
  if (hasFields && fields.length === 0) return null;
  let partial: BodySection['partial'] = null;
  if (partialText !== null) {
    const numbers = /^(\d{1,10})\.(\d{1,10})$/.exec(partialText);
    if (!numbers) return null;
    partial = { offset: Number(numbers[1]), length: Number(numbers[2]) };
  }
  const name = `${path.join('.')}${path.length > 0 && kind ? '.' : ''}${kind}${hasFields ? ` (${fields.map((field) => (/^[\w-]+$/.test(field) ? field : `"${field.replace(/["\\]/g, '\\$&')}"`)).join(' ')})` : ''}`;
  return { path, kind, fields, partial, label: `BODY[${name}]${partial ? `<${partial.offset}>` : ''}` };
}

/** The bytes of a section, or null when the mail has no such part. */
export function readSection(raw: Buffer, root: MimePart, section: BodySection): Buffer | null {
  const bytes = wholeSection(raw, root, section);
  if (!bytes || !section.partial) return bytes;
  return bytes.subarray(section.partial.offset, section.partial.offset + section.partial.length);
}

function wholeSection(raw: Buffer, root: MimePart, section: BodySection): Buffer | null {
  const part = findPart(root, section.path);
  if (!part) return null;
  if (section.kind === 'MIME') return raw.subarray(part.headerStart, part.bodyStart);
  if (section.kind === '') return section.path.length === 0 ? raw : raw.subarray(part.bodyStart, part.bodyEnd);
  // HEADER and TEXT with a part number speak of the mail inside a message/rfc822 part.
  const mail = section.path.length === 0 ? part : part.message;
  if (!mail) return null;
  if (section.kind === 'TEXT') return raw.subarray(mail.bodyStart, mail.bodyEnd);
  const header = raw.subarray(mail.headerStart, mail.bodyStart);
  if (section.kind === 'HEADER') return header;
  return selectFields(header, section.fields, section.kind === 'HEADER.FIELDS');
}

/** Finds the part with that number; in a mail that is no multipart, part 1 is its body. */
function findPart(root: MimePart, path: number[]): MimePart | null {
  let part: MimePart = root;
  for (const [level, number] of path.entries()) {
    const container: MimePart = level > 0 && part.message ? part.message : part;
    if (container.children.length > 0) {
      const child = container.children[number - 1];
      if (!child) return null;
      part = child;
    } else if (number === 1 && (level === 0 || container !== part)) part = container;
    else return null;
  }
  return part;
}

function selectFields(header: Buffer, names: string[], wanted: boolean): Buffer {
  const set = new Set(names.map((name) => name.toLowerCase()));
  const lines: string[] = [];
  let keep = false;
  for (const line of header.toString('latin1').split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text === '') continue;
    if (!/^[ \t]/.test(text)) {
      const colon = text.indexOf(':');
      keep = colon > 0 && set.has(text.slice(0, colon).trim().toLowerCase()) === wanted;
    }
    if (keep) lines.push(text);
  }
  return Buffer.from(lines.map((line) => `${line}\r\n`).join('') + '\r\n', 'latin1');
}
