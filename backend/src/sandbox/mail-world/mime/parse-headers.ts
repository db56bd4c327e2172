/** One header field: the name as written, and the value unfolded and trimmed, bytes kept one to one (latin1). */
export interface HeaderField {
  name: string;
  value: string;
}

const maximumFields = 2_000;

/** Splits a header block into its fields. Lines that are no field are skipped; never throws. */
export function parseHeaderFields(block: string): HeaderField[] {
  const fields: HeaderField[] = [];
  let name: string | null = null;
  let parts: string[] = [];
  const finish = () => {
    if (name !== null && fields.length < maximumFields) fields.push({ name, value: parts.join(' ').trim() });
  };
  for (const line of block.split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text === '') continue;
    if (text.startsWith(' ') || text.startsWith('\t')) {
      if (name !== null) parts.push(text.trim());
      continue;
    }
    finish();
    const colon = text.indexOf(':');
    name = colon > 0 ? text.slice(0, colon).trimEnd() : null;
    parts = colon > 0 ? [text.slice(colon + 1).trim()] : [];
  }
  finish();
  return fields;
}

/** The first field of that name (any case), or null. */
export function headerValue(fields: HeaderField[], name: string): string | null {
  const wanted = name.toLowerCase();
  return fields.find((field) => field.name.toLowerCase() === wanted)?.value ?? null;
}

/** Where the body of a mail begins: behind the first empty line, or at the end when there is none. */
export function bodyOffset(raw: Buffer, start = 0, end = raw.length): number {
  let position = start;
  while (position < end) {
    const newline = raw.indexOf(0x0a, position);
    if (newline === -1 || newline >= end) return end;
    const length = newline - position;
    if (length === 0 || (length === 1 && raw[position] === 0x0d)) return newline + 1;
    position = newline + 1;
  }
  return end;
}

/** The header fields at the start of a mail. */
export function readHeader(raw: Buffer): HeaderField[] {
  return parseHeaderFields(raw.subarray(0, bodyOffset(raw)).toString('latin1'));
}

/** All message ids (`<...>`) in a header value, in order. */
export function messageIds(value: string | null): string[] {
  return value?.match(/<[^<>\s]{1,990}>/g) ?? [];
}
