import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import parseRange from 'range-parser';

/** A browser keeps each version: its address changes with the file. */
const immutable = 'public, max-age=31536000, immutable';

/**
 * A file, whole or the part that is asked for (RFC 9110, 14).
 * @returns null when it does not exist
 */
export async function serveFile(file: string, type: string, range: string | null): Promise<Response | null> {
  const found = await stat(file).catch(() => null);
  if (!found) return null;
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': immutable,
    'content-type': type,
    // Pages of an agency's host show what this origin serves.
    'cross-origin-resource-policy': 'cross-origin',
  };
  const asked = range === null ? -2 : parseRange(found.size, range);
  if (asked === -1)
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${found.size}` } });
  // Several ranges at once, or something that is no range: the whole file, as the RFC allows.
  const part = asked === -2 || asked.type !== 'bytes' || asked.length !== 1 ? null : asked[0];
  const body = Readable.toWeb(createReadStream(file, part ?? {})) as ReadableStream;
  if (!part) return new Response(body, { headers: { ...headers, 'content-length': String(found.size) } });
  return new Response(body, {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(part.end - part.start + 1),
      'content-range': `bytes ${part.start}-${part.end}/${found.size}`,
    },
  });
}

/** What an address carries so that browsers may keep each version of a file for good. */
export const versionOf = ({ size, mtimeMs }: { size: number; mtimeMs: number }): string =>
  `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`;
