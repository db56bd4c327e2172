import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import parseRange from 'range-parser';
import { notFound } from '#platform/http/skein-error';
import type { UniversityDeps } from '../deps';
import { videoTypes, type Video } from './read-videos';

/** A browser keeps each version: its address changes with the file. */
const immutable = 'public, max-age=31536000, immutable';

/**
 * A recording, its captions or its picture, whole or the part that a player asks for (RFC 9110, 14). Served only by names that the library
 * knows, so no path of a request reaches the disk.
 * @throws SkeinError NOT_FOUND
 */
export async function serveVideo(
  deps: Pick<UniversityDeps, 'library'>,
  name: string,
  range: string | null,
): Promise<Response> {
  const { videos } = await deps.library.read();
  const video = videos.get(name.slice(0, -extname(name).length));
  if (!video || !filesOf(video).includes(name)) throw notFound('This recording');
  const file = join(video.folder, name);
  const found = await stat(file).catch(() => null);
  if (!found) throw notFound('This recording');
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': immutable,
    'content-type': videoTypes[extname(name)] as string,
    // Pages of an agency's host play what this origin serves.
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

const filesOf = ({ film, captions, poster }: Video): (string | null)[] => [film, captions, poster];
