import { bodyOffset, headerValue, parseHeaderFields, type HeaderField } from './parse-headers';
import { parseParameters, type ParameterizedValue } from './parse-parameters';

/** One part of a mail, as byte offsets into the raw mail, so that nothing is copied or re-encoded. */
export interface MimePart {
  headerStart: number;
  bodyStart: number;
  bodyEnd: number;
  fields: HeaderField[];
  type: string;
  subtype: string;
  typeParameters: ParameterizedValue['parameters'];
  encoding: string;
  /** Parts of a multipart. */
  children: MimePart[];
  /** The mail inside a message/rfc822 part. */
  message: MimePart | null;
}

const maximumDepth = 20;
const maximumParts = 500;

/** Finds the structure of a mail. Malformed mail gives a flatter structure, never an error. */
export function parseStructure(raw: Buffer): MimePart {
  return parsePart(raw, 0, raw.length, { depth: 0, parts: { count: 0 }, defaultType: 'text/plain' });
}

interface Context {
  depth: number;
  parts: { count: number };
  defaultType: 'text/plain' | 'message/rfc822';
}

function parsePart(raw: Buffer, start: number, end: number, context: Context): MimePart {
  context.parts.count += 1;
  const bodyStart = bodyOffset(raw, start, end);
  const fields = parseHeaderFields(raw.subarray(start, bodyStart).toString('latin1'));
  const written = headerValue(fields, 'content-type');
  const parsed = parseParameters(written ?? context.defaultType);
  const slash = parsed.value.indexOf('/');
  const hasType = slash > 0 && slash < parsed.value.length - 1;
  const part: MimePart = {
    headerStart: start,
    bodyStart,
    bodyEnd: end,
    fields,
    type: hasType ? parsed.value.slice(0, slash).toLowerCase() : 'text',
    subtype: hasType ? parsed.value.slice(slash + 1).toLowerCase() : 'plain',
    typeParameters: hasType ? parsed.parameters : [],
    encoding: (headerValue(fields, 'content-transfer-encoding') ?? '7bit').split(/[\s;(]/)[0]?.toLowerCase() || '7bit',
    children: [],
    message: null,
  };
  if (context.depth >= maximumDepth || context.parts.count >= maximumParts) return part;
  const inner = { ...context, depth: context.depth + 1 };
  const boundary = part.typeParameters.find(([name]) => name === 'boundary')?.[1];
  if (part.type === 'multipart' && boundary) {
    const defaultType = part.subtype === 'digest' ? 'message/rfc822' : 'text/plain';
    for (const [from, to] of splitByBoundary(raw, bodyStart, end, boundary)) {
      if (context.parts.count >= maximumParts) break;
      part.children.push(parsePart(raw, from, to, { ...inner, defaultType }));
    }
  } else if (part.type === 'message' && (part.subtype === 'rfc822' || part.subtype === 'global')) {
    part.message = parsePart(raw, bodyStart, end, { ...inner, defaultType: 'text/plain' });
  }
  if (part.type === 'multipart' && part.children.length === 0) {
    // RFC 3501 has no empty multipart: a mail whose boundary never comes is shown as plain text.
    part.type = 'text';
    part.subtype = 'plain';
    part.typeParameters = [];
  }
  return part;
}

/** The byte ranges between boundary lines; an unclosed last part runs to the end. */
function splitByBoundary(raw: Buffer, start: number, end: number, boundary: string): [number, number][] {
  const marker = Buffer.from(`--${boundary}`, 'latin1');
  const ranges: [number, number][] = [];
  let partStart = -1;
  let position = start;
  while (position < end && ranges.length < maximumParts) {
    const found = raw.indexOf(marker, position);
    if (found === -1 || found + marker.length > end) break;
    position = found + marker.length;
    if (found !== start && raw[found - 1] !== 0x0a) continue;
    const newline = raw.indexOf(0x0a, position);
    const lineEnd = newline === -1 || newline >= end ? end : newline;
    const rest = raw.subarray(position, lineEnd).toString('latin1').trimEnd();
    if (rest !== '' && rest !== '--') continue;
    if (partStart !== -1) ranges.push([partStart, Math.max(partStart, withoutLineBreak(raw, found))]);
    if (rest === '--') return ranges;
    partStart = Math.min(end, lineEnd + 1);
    position = partStart;
  }
  if (partStart !== -1) ranges.push([partStart, end]);
  return ranges;
}

/** The line break before a boundary belongs to the boundary (RFC 2046 section 5.1.1). */
function withoutLineBreak(raw: Buffer, boundaryStart: number): number {
  if (raw[boundaryStart - 1] !== 0x0a) return boundaryStart;
  return raw[boundaryStart - 2] === 0x0d ? boundaryStart - 2 : boundaryStart - 1;
}
